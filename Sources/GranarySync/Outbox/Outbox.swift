public import Granary

/// The writes that the server has not accepted yet.
///
/// They are rows of the store that holds the synced models, written in the same commit as the changes themselves.
public struct Outbox: Sendable {
    let core: RepositoryCore

    /// How far the writes of an object are on their way.
    ///
    /// - Throws: errors of the stores.
    public nonisolated(nonsending) func state<M: Model>(of id: ObjectID<M>) async throws -> DeliveryState {
        let (model, key) = (M.modelDescription.name, id.key.objectKey.entryData)
        return try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
            let entries = try context.fetch(SyncEntry.where { $0.entity == model && $0.key == key })
            if let refused = entries.first(where: { $0.state == .refused }) {
                return .refused(refused.refusal ?? "")
            }
            if entries.contains(where: { $0.state == .waiting || $0.state == .sent }) { return .waiting }
            return entries.isEmpty ? .settled : .held
        }
    }

    /// Waits until nothing of an object is on its way any more, and returns what has become of it.
    ///
    /// It waits for as long as no server is reached; cancel the task, or give it a time limit. It returns at once what
    /// is held.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``; errors of the stores.
    public nonisolated(nonsending) func delivery<M: Model>(of id: ObjectID<M>) async throws -> DeliveryState {
        while true {
            let before = core.watch.present
            let state = try await state(of: id)
            if state != .waiting { return state }
            await core.watch.wait(after: before)
            if Task.isCancelled { throw Cancellation.error }
        }
    }

    /// The numbers of writes that the server has not accepted.
    ///
    /// - Throws: errors of the stores.
    public nonisolated(nonsending) func counts() async throws -> OutboxCounts {
        try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
            var counts = OutboxCounts()
            counts.held = try context.count(SyncEntry.where { $0.state == .held })
            counts.refused = try context.count(SyncEntry.where { $0.state == .refused })
            counts.waiting = try context.count(SyncEntry.where { $0.state.isIn([.waiting, .sent]) })
            return counts
        }
    }

    /// Has the held and the refused writes of some objects sent.
    ///
    /// - Throws: errors of the stores.
    public nonisolated(nonsending) func release<M: Model>(_ ids: some Sequence<ObjectID<M>>) async throws {
        try await decide(ids) { context, entry in
            entry.noteNumber()
            (entry.state, entry.refusal) = (.waiting, nil)
        }
    }

    /// Gives the held and the refused writes of some objects up.
    ///
    /// The objects stay as they are here, and from now on take over what the server serves. A write that was sent and
    /// has no answer yet stays.
    ///
    /// - Throws: errors of the stores.
    public nonisolated(nonsending) func discard<M: Model>(_ ids: some Sequence<ObjectID<M>>) async throws {
        try await decide(ids) { context, entry in try context.delete(entry) }
    }

    private nonisolated(nonsending) func decide<M: Model>(
        _ ids: some Sequence<ObjectID<M>>, _ decide: @escaping @Sendable (Context, SyncEntry) throws -> Void
    ) async throws {
        let (model, keys) = (M.modelDescription.name, ids.map { $0.key.objectKey.entryData })
        try await core.stack.performOnStores(RepositoryCore.servedOptions()) { context in
            let entries = SyncEntry.where { $0.entity == model && $0.key.isIn(keys) }
            for entry in try context.fetch(entries) where entry.state == .held || entry.state == .refused {
                try decide(context, entry)
            }
            try context.save()
        }
    }
}
