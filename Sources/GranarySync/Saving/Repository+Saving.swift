public import Granary

/// Saving and deleting values without a unit of work.
extension Repository {
    /// Inserts objects, or changes those that exist, in one save.
    ///
    /// - Parameters:
    ///   - snapshots: the wanted objects; their keys identify them.
    ///   - destination: where the save goes. To ``SaveDestination/remote`` they are sent in order, and each is stored
    ///     when the server has accepted it; after an error the earlier ones are stored.
    /// - Returns: the objects as they are stored, in the order of the snapshots.
    /// - Throws: errors of the rules of the model and of the stores; ``GranaryError/Code/accessDenied``; for ``SaveDestination/remote`` also
    ///   ``GranaryError/Code/unavailable`` without a connection, ``GranaryError/Code/denied``,
    ///   ``GranaryError/Code/conflict`` and ``GranaryError/Code/notFound`` where the server refuses, with a
    ///   ``RemoteFailure`` as the cause, ``GranaryError/Code/outcomeUnknown`` where it does not answer, and
    ///   ``GranaryError/Code/unsupported`` for a model that is not synced.
    @discardableResult
    public nonisolated(nonsending) func save(
        _ snapshots: [M.Snapshot], _ destination: SaveDestination = .declared
    ) async throws -> [M.Snapshot] {
        switch destination.kind {
        case .remote: return try await RemoteSaving<M>(core, core.right(to: M.self, terms)).save(snapshots)
        case .store(let writes):
            let right = core.right(to: M.self, terms)
            try right.require(.local)
            return try await core.stack.performOnStores(Self.options(writes)) { context in
                try right.require(.local)
                let objects = try context.upsert(snapshots)
                try context.save()
                return M._snapshots(of: objects)
            }
        }
    }

    /// Inserts an object, or changes the one that exists.
    ///
    /// - Throws: as ``save(_:_:)-([M.Snapshot],_)``.
    @discardableResult
    public nonisolated(nonsending) func save(
        _ snapshot: M.Snapshot, _ destination: SaveDestination = .declared
    ) async throws -> M.Snapshot { try await save([snapshot], destination).first ?? snapshot }

    /// Deletes an object by its identity, with the delete rules of the model; returns whether it was there.
    ///
    /// - Throws: as ``delete(_:_:)-(Query<M>,_)``.
    @discardableResult
    public nonisolated(nonsending) func delete(
        _ id: ObjectID<M>, _ destination: SaveDestination = .declared
    ) async throws -> Bool { try await delete([id], destination) > 0 }

    /// Deletes objects by their identities, with the delete rules of the model, in one save; those that do not exist are
    /// left out.
    ///
    /// - Returns: the number of objects found.
    /// - Throws: as ``delete(_:_:)-(Query<M>,_)``.
    @discardableResult
    public nonisolated(nonsending) func delete(
        _ ids: some Sequence<ObjectID<M>>, _ destination: SaveDestination = .declared
    ) async throws -> Int {
        let ids = Array(ids)
        return try await delete(destination) { try $0.objects(ids) }
    }

    /// Deletes the objects that the store has of a query, with the delete rules of the model, in one save.
    ///
    /// - Returns: the number of objects found.
    /// - Throws: errors of the delete rules and of the stores; for ``SaveDestination/remote`` also as
    ///   ``save(_:_:)-([M.Snapshot],_)``.
    @discardableResult
    public nonisolated(nonsending) func delete(
        _ query: Query<M>, _ destination: SaveDestination = .declared
    ) async throws -> Int {
        try await delete(destination) { try $0.fetch(query) }
    }

    private nonisolated(nonsending) func delete(
        _ destination: SaveDestination, _ find: @escaping @Sendable (Context) throws -> [M]
    ) async throws -> Int {
        switch destination.kind {
        case .remote: return try await RemoteSaving<M>(core, core.right(to: M.self, terms)).delete(find)
        case .store(let writes):
            let right = core.right(to: M.self, terms)
            try right.require(.local)
            return try await core.stack.performOnStores(Self.options(writes)) { context in
                try right.require(.local)
                let objects = try find(context)
                for object in objects { try context.delete(object) }
                try context.save()
                return objects.count
            }
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
