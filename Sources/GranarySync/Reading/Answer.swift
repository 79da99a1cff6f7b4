public import FoundationEssentials
public import Granary

/// The objects that a repository has found, as values, in the order of the query.
public struct Answer<M: Model>: Sendable, RandomAccessCollection {
    /// Where an answer comes from.
    public enum Origin: String, Sendable, Hashable {
        /// From the store, without asking the server.
        case local
        /// From the store, after the server was asked.
        case remote
    }

    private let snapshots: [M.Snapshot]
    /// Where the answer comes from.
    public internal(set) var origin: Origin
    /// Whether the server has served everything that the query asks for, now or before; always true of a model that is
    /// not synced.
    public let isComplete: Bool
    /// When the server has served it, by the clock of the machine that has asked; `nil` if it has not.
    public let servedAt: Date?
    /// Why the server could not be asked, where the policy accepts what the store has.
    public internal(set) var remoteError: GranaryError?

    init(_ snapshots: [M.Snapshot], isComplete: Bool, servedAt: Date?) {
        self.snapshots = snapshots
        self.isComplete = isComplete
        self.servedAt = servedAt
        origin = .local
    }

    /// The position of the first object.
    public var startIndex: Int { snapshots.startIndex }
    /// The position behind the last object.
    public var endIndex: Int { snapshots.endIndex }
    /// The object at a position.
    public subscript(position: Int) -> M.Snapshot { snapshots[position] }
}
