public import Granary

/// Saving and deleting values without a unit of work.
extension Repository {
    /// Inserts objects, or changes those that exist, in one save.
    ///
    /// - Parameters:
    ///   - snapshots: the wanted objects; their keys identify them.
    ///   - writes: where the save goes; `nil` for what the declaration of the model says.
    /// - Returns: the objects as they are stored, in the order of the snapshots.
    /// - Throws: errors of the rules of the model and of the stores.
    @discardableResult
    public nonisolated(nonsending) func save(
        _ snapshots: [M.Snapshot], writes: SyncedWrites? = nil
    ) async throws -> [M.Snapshot] {
        try await core.stack.performOnStores(Self.options(writes)) { context in
            let objects = try context.upsert(snapshots)
            try context.save()
            return objects.map(\.snapshot)
        }
    }

    /// Inserts an object, or changes the one that exists.
    ///
    /// - Throws: as ``save(_:writes:)-([M.Snapshot],_)``.
    @discardableResult
    public nonisolated(nonsending) func save(
        _ snapshot: M.Snapshot, writes: SyncedWrites? = nil
    ) async throws -> M.Snapshot { try await save([snapshot], writes: writes).first ?? snapshot }

    /// Deletes objects by their identities, with the delete rules of the model, in one save; those that do not exist are
    /// left out.
    ///
    /// - Returns: the number of objects found.
    /// - Throws: errors of the delete rules and of the stores.
    @discardableResult
    public nonisolated(nonsending) func delete(
        _ ids: some Sequence<ObjectID<M>>, writes: SyncedWrites? = nil
    ) async throws -> Int {
        let ids = Array(ids)
        return try await core.stack.performOnStores(Self.options(writes)) { context in
            let objects = try context.objects(ids)
            for object in objects { try context.delete(object) }
            try context.save()
            return objects.count
        }
    }

    private static func options(_ writes: SyncedWrites?) -> ContextOptions {
        var options = ContextOptions()
        options.writes = writes
        // A sender and refreshes save the same objects at the same time.
        options.retries = 64
        options.mergePolicy = .memoryWins
        return options
    }
}
