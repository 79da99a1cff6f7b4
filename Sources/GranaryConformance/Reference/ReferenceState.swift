import Granary

/// Everything that is committed; a value, so that a copy is a snapshot.
struct ReferenceState: Sendable {
    var tables: [String: [ObjectKey: ReferenceRow]] = [:]
    var links: [String: Set<ReferencePair>] = [:]
    var version: Int64 = 0
    /// The largest key that was stored or reserved, by entity.
    var lastKeys: [String: Int64] = [:]
}
