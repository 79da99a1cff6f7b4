import FoundationEssentials
import Granary
import Synchronization

/// Sending at once, and giving writes up.
extension Outbox {
    /// Sends what waits, regardless of ``OutboxSending``, and returns when nothing more can be sent.
    ///
    /// What is held, what the server has refused, and what builds on either stays, and so does what waits for a source
    /// that is not there or that an access policy withholds.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` after the first attempt that has not reached the server;
    ///   ``GranaryError/Code/denied`` where the outbox is paused or the server does not accept the credentials;
    ///   ``GranaryError/Code/timeout`` after the time limit; ``GranaryError/Code/invalidObject`` while nothing sends,
    ///   because ``Repositories/run()`` does not run; ``GranaryError/Code/cancelled``; errors of the stores.
    public nonisolated(nonsending) func flush(within limit: Duration? = nil) async throws {
        core.flushes.withLock { $0 += 1 }
        defer { core.flushes.withLock { $0 -= 1 } }
        // Before the call, whose attempt may fail at once.
        let failures = core.watch.present.failures
        core.watch.call()
        guard let limit else { return try await flushAll(after: failures) }
        let (outbox, clock) = (self, core.times.clock)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await outbox.flushAll(after: failures)
                return true
            }
            group.addTask {
                try await clock.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            if try await group.next() == true { return }
            throw GranaryError(
                .timeout, "Not all writes could be sent within the time limit; the others stay in the outbox."
            )
        }
    }

    private nonisolated(nonsending) func flushAll(after failures: Int) async throws {
        while true {
            let before = core.watch.present
            guard let plan = core.plan.withLock({ $0 }) else {
                throw GranaryError(
                    .invalidObject,
                    "Nothing sends the writes of the outbox; have a task run `repositories.run()`.")
            }
            if core.pauses.reason != nil {
                throw GranaryError(
                    .denied, "The outbox is paused; call `resume()` before you have it send everything.")
            }
            if try await !plan.hasWork() { return }
            if before.failures != failures {
                throw GranaryError(
                    .unavailable,
                    "The server could not be reached, or cannot answer now; the writes stay in the outbox.")
            }
            await core.watch.waitForProgress(after: before)
            if Task.isCancelled { throw Cancellation.error }
        }
    }

    /// Gives writes up that meet a condition and have not left, with all that builds on them: the objects get their values
    /// from before, in one save.
    ///
    /// A call that waits for such a write gets ``DeliveryOutcome/cancelled``. A write that was sent, and may have arrived,
    /// stays.
    ///
    /// - Returns: the number of writes that are gone.
    /// - Throws: ``GranaryError/Code/invalidObject`` where a write that builds on one of them is on its way; errors of the
    ///   stores.
    @discardableResult
    public nonisolated(nonsending) func cancel(
        where condition: @escaping @Sendable (RemoteWrite) -> Bool
    ) async throws -> Int {
        let (rule, ends, doubts) = (core.rule, core.ends, core.doubts)
        return try await core.merging { context in
            let entries = try context.fetch(SyncEntry.all).sorted(by: EntryOrder.precedes)
            var gone: Set<UUID> = []
            for entry in entries where entry.state != .sent && !gone.contains(entry.id) {
                // One that cannot be read was written by a newer version.
                let ignored = rule.ignored(context.schema.entity(entry.entity))
                guard let write = try? RemoteWrite(entry, ignoring: ignored), condition(write) else {
                    continue
                }
                let decider = RefusalDecider(context: context, rule: rule, doubts: doubts, ends: ends)
                gone.formUnion(try decider.carryOut(.undo, on: entry))
            }
            if gone.isEmpty { return 0 }
            // Objects that were new are gone, and so is what is noted of them.
            try DeletedRows(context: context, rule: rule).clear()
            // Before the commit, since waiting calls look for it when the entry is gone.
            for id in gone { ends.note(id, .cancelled) }
            try context.save()
            return gone.count
        }
    }
}
