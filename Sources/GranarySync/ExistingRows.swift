/// What rows are that a store has held before its models were synced.
public enum ExistingRows: String, Sendable, Hashable {
    /// The server has them: refreshing may change them.
    case areServed
    /// They were made here: each is sent as a new object, or held, as its model is declared.
    case areLocal
}
