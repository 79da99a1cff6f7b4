public import Granary

/// The result of a query at a given time, in the store and from the server if it was asked, for an observer.
public struct ObservedAnswer<M: Model>: Sendable, RandomAccessCollection {
    /// The objects, where they come from, and how complete they are.
    public let answer: Answer<M>
    /// The changes of the objects since the element before; none in the first one.
    public let changes: [ResultChange<M.Snapshot>]
    /// Whether this is the first element of its reader.
    public let isFirst: Bool
    /// Whether the server is asked now.
    public let isRefreshing: Bool
    /// How long ago the server has served all of it; `nil` if it has not.
    public let age: Duration?

    /// The position of the first object.
    public var startIndex: Int { answer.startIndex }
    /// The position behind the last object.
    public var endIndex: Int { answer.endIndex }
    /// The object at a position.
    public subscript(position: Int) -> M.Snapshot { answer[position] }
}
