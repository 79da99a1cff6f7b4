/// How much of a model somebody may have.
public enum Access: Int, Sendable, Hashable, Comparable {
    /// Nothing.
    case none
    /// What the store has; the server is not asked, and gets nothing.
    case local
    /// Everything.
    case all

    /// Whether one allows less than another.
    public static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
}
