/// What becomes of a write that a server refuses because it holds another state of the object.
///
/// Properties that only one side has changed, and those with merge rules, are merged in any case.
public enum SyncedConflicts: String, Sendable, Hashable {
    /// The write stays until the program decides.
    case ask
    /// The values of this side are sent again.
    case keep
    /// The values of the server are taken.
    case takeRemote
}
