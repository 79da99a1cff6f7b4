public import FoundationEssentials
public import Granary

/// What has changed at a server since a checkpoint: one page of it.
public struct RemoteChanges: Sendable {
    /// The new and the changed rows.
    public var rows: RemotePayload
    /// The objects that were deleted.
    public private(set) var deleted: [RemoteCommand.Object] = []
    /// The checkpoint behind this page: bytes that only the server understands.
    public var checkpoint: Data
    /// Whether more pages follow at once.
    public var hasMore: Bool
    /// Whether the server cannot say what has changed since the checkpoint; all is asked for again, from the beginning.
    public private(set) var isExpired = false

    /// The server cannot say what has changed since the checkpoint that it was asked with.
    public static var expired: RemoteChanges {
        var changes = RemoteChanges(RemotePayload(), checkpoint: Data())
        changes.isExpired = true
        return changes
    }

    /// Makes a page of changes.
    public init(_ rows: RemotePayload, checkpoint: Data, hasMore: Bool = false) {
        self.rows = rows
        self.checkpoint = checkpoint
        self.hasMore = hasMore
    }

    /// Adds objects that were deleted.
    public mutating func delete<M: Model>(_ ids: some Sequence<ObjectID<M>>) {
        deleted += ids.map { RemoteCommand.Object($0) }
    }
}
