public import FoundationEssentials

/// A save into the stores, as seen by a ``SaveHook``.
public struct StoreSave {
    /// The context that saves; a hook can fetch, insert, change and delete in it, but not save.
    public let context: Context
    /// When the save began; the same for all hooks of the save.
    public let date: Date
    /// The author of the save (``ContextOptions/author``).
    public let author: String?

    /// What the save writes as it is now: the objects, with the changed properties and the saved values of each.
    ///
    /// Connections of many-to-many relationships are not among them. The models of modules, such as the outbox of a
    /// server, are.
    public var changes: ContextChanges { context.changes }

    /// Gives up the deletion of an object, as if it had not been deleted: for soft deletion.
    ///
    /// The effects of its delete rules are reverted. Objects are kept too that its deletion alone has deleted, that it
    /// refers to, or whose deletion has led to its own. Nothing happens to an object that is not deleted.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` if a new object has taken its key.
    public func keep(_ object: any Model) throws {
        let graph = context.graph
        guard object._objectState.phase == .deleted, let table = graph.tables.table(of: object) else {
            return
        }
        if table.isReplaced(object) {
            throw GranaryError(
                .invalidObject,
                "The deletion of an object cannot be given up in a save that inserts another one with its key. Give the new object a key of its own.",
                context: .init(entity: table.entity.name))
        }
        graph.deleteRules.giveUpDeletion(of: object)
    }
}
