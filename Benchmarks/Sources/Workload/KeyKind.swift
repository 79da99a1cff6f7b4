/// The kind of primary key that both tables have.
public enum KeyKind: String, CaseIterable, Sendable {
    /// A 64-bit integer.
    case integer
    /// Sixteen bytes, in the order of time.
    case uuid
}
