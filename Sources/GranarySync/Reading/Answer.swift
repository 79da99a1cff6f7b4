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
    private let target: ReadTarget<M>
    var state: AnswerState

    init(_ snapshots: [M.Snapshot], of target: ReadTarget<M>, _ state: AnswerState) {
        self.snapshots = snapshots
        self.target = target
        self.state = state
    }

    /// Where the answer comes from.
    public var origin: Origin { state.isRemote ? .remote : .local }
    /// Whether the server has served everything that the query asks for, now, or before and not longer ago than the
    /// caller or the server accepts; always true of a model that is not synced.
    public var isComplete: Bool { state.isComplete }
    /// When the server has served all of it, by the clock of the machine that has asked; `nil` if it has not.
    public var servedAt: Date? { state.servedAt }
    /// Why the server could not be asked, where the policy accepts what the store has; with
    /// ``ReadPolicy/localThenRemote``, the error of the request behind the call before.
    public var remoteError: GranaryError? { state.error }
    /// What the server has said about the answer as a whole.
    public var metadata: [String: String] { state.metadata }
    /// The next page, if the server has served one of several; ``Repository/fetch(_:)-(NextPage<M>)`` asks for it.
    public var next: NextPage<M>? { state.next.map { NextPage(target: target, start: $0) } }

    /// What the server has said about one of the objects, if this answer comes from it.
    public func metadata(of id: ObjectID<M>) -> [String: String] {
        state.rowMetadata[EntryPlace(entity: M.modelDescription.name, key: id.key.objectKey.entryData)] ?? [:]
    }

    /// The position of the first object.
    public var startIndex: Int { snapshots.startIndex }
    /// The position behind the last object.
    public var endIndex: Int { snapshots.endIndex }
    /// The object at a position.
    public subscript(position: Int) -> M.Snapshot { snapshots[position] }
}

extension Answer: ReadAnswer {
    var hasObjects: Bool { !isEmpty }
}
