public import FoundationEssentials
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

    /// Waits for the end of a write or a command, by its identity.
    ///
    /// It waits for as long as no server is reached; cancel the task, or give it a time limit. The end of one that another
    /// process has sent, or that was settled before the call, is ``DeliveryOutcome/accepted``, and so is that of a refused
    /// one whose place another write has taken before the call (``RefusalDecision/keep``).
    ///
    /// - Throws: ``GranaryError/Code/timeout`` after the time limit; ``GranaryError/Code/cancelled``; errors of the
    ///   stores.
    public nonisolated(nonsending) func delivery(
        of id: UUID, within limit: Duration? = nil
    ) async throws -> DeliveryOutcome {
        core.ends.begin(id)
        defer { core.ends.end(id) }
        let clock = core.times.clock
        guard let limit else { return try await end(of: id) }
        return try await withThrowingTaskGroup(of: DeliveryOutcome?.self) { group in
            let outbox = self
            group.addTask { try await outbox.end(of: id) }
            group.addTask {
                try await clock.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            if let outcome = try await group.next() ?? nil { return outcome }
            throw GranaryError(
                .timeout,
                "The server has not answered within the time limit; the write stays in the outbox, and is sent later."
            )
        }
    }

    private nonisolated(nonsending) func end(of id: UUID) async throws -> DeliveryOutcome {
        let ends = core.ends
        while true {
            let before = core.watch.present
            let identities = ends.identities(of: id)
            let found = try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
                let entries = try context.objects(identities.map { ObjectID<SyncEntry>($0) })
                return entries.first.map { ($0.state, $0.refusal ?? "") }
            }
            // Ends and successors are noted before their commits, which may still fail.
            guard let (state, reason) = found else {
                if ends.identities(of: id) != identities { continue }
                return ends.end(of: id) ?? .accepted
            }
            if state == .refused { return .refused(reason) }
            await core.watch.wait(after: before)
            if Task.isCancelled { throw Cancellation.error }
        }
    }

    /// The writes that the server does not carry out and that nobody has decided about, in the order of their saves.
    ///
    /// One that a newer version of the program has written stays, and is not among them.
    ///
    /// - Throws: errors of the stores.
    public nonisolated(nonsending) func refusals() async throws -> [RefusedWrite] {
        let rule = core.rule
        return try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
            try RefusedWrites(context, rule).writes
        }
    }

    /// Decides about a write that the server does not carry out; does nothing if it was decided about since.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a replacement of a property that the model does not have;
    ///   ``GranaryError/Code/invalidObject`` for undoing while a write that builds on it is on its way; errors of the
    ///   stores.
    public nonisolated(nonsending) func decide(_ decision: RefusalDecision, on id: UUID) async throws {
        try await core.decide(decision, on: id)
    }

    /// Why nothing is sent now, in one lane at least; `nil` if writes are sent.
    public var pauseReason: OutboxPause? { core.pauses.reason }

    /// Stops sending after the writes that are on their way, until ``resume()``; saves go on.
    public func pause() { core.pauses.pause() }

    /// Sends again, after ``pause()`` or after the server has not accepted the credentials.
    public func resume() {
        core.pauses.resume()
        core.watch.call()
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
            let first = try context.first(SyncEntry.all.sorted { $0.id.ascending })
            counts.oldest = first?.id.madeAt
            return counts
        }
    }

    /// Has the held and the refused writes of some objects sent.
    ///
    /// - Throws: errors of the stores.
    public nonisolated(nonsending) func release<M: Model>(_ ids: some Sequence<ObjectID<M>>) async throws {
        try await decide(ids) { context, entry in
            entry.noteNumber()
            entry.state = .waiting
            entry.refusal = nil
            entry.cause = nil
        }
    }

    /// Gives the held and the refused writes of some objects up.
    ///
    /// The objects stay as they are here, and from now on take over what the server serves. A write that was sent and
    /// has no answer yet stays.
    ///
    /// - Throws: errors of the stores.
    public nonisolated(nonsending) func discard<M: Model>(_ ids: some Sequence<ObjectID<M>>) async throws {
        let ends = core.ends
        try await decide(ids) { context, entry in
            // Before the commit, since waiting calls look for it when the entry is gone.
            ends.note(entry.id, .cancelled)
            try context.delete(entry)
        }
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
            // What was protected from served values is to take them over, also where they have not changed since.
            for query in try context.fetch(SyncQuery.where { $0.entity == model }) { query.tag = nil }
            try context.save()
        }
    }
}
