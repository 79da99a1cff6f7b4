import FoundationEssentials
import Granary
import Synchronization

/// What the lanes of one process have to send: the queue that they share, and which writes are on their way.
final class OutboxPlan: Sendable {
    private struct State: Sendable {
        var queue: OutboxQueue?
        /// The changes by others that the queue has seen.
        var seen = EntryWatch.Count()
        /// The writes that a lane is sending.
        var claimed: Set<UUID> = []
        /// The names of sources that were told to be gone.
        var missing: Set<String> = []
        /// The sources by which that was found out for the queue.
        var checked: Set<String>?
    }

    private let core: RepositoryCore
    private let state = Mutex(State())

    init(_ core: RepositoryCore) { self.core = core }

    /// The next writes that a lane may send, which are then on their way until ``release(_:)``; none if there are none.
    ///
    /// - Throws: errors of the stores.
    nonisolated(nonsending) func claim(_ lane: LaneKey, _ slots: [String: SourceSlot]) async throws
        -> [OutboxQueue.Departure]
    {
        try await refresh()
        tellMissing(slots)
        guard let source = slots[lane.source]?.source else { return [] }
        return state.withLock { state in
            guard let queue = state.queue else { return [] }
            let departures =
                source.takesWholeSaves
                ? queue.nextSave(in: lane, upTo: source.mostWritesPerBatch, besides: state.claimed)
                : queue.next(in: lane, upTo: source.mostWritesPerBatch, besides: state.claimed)
            state.claimed.formUnion(departures.flatMap(\.all))
            return departures
        }
    }

    /// The writes that the server does not carry out.
    ///
    /// - Throws: errors of the stores.
    nonisolated(nonsending) func refused() async throws -> Set<UUID> {
        try await refresh()
        return state.withLock { $0.queue?.refused ?? [] }
    }

    /// Whether anything can be sent, or is on its way.
    ///
    /// - Throws: errors of the stores.
    nonisolated(nonsending) func hasWork() async throws -> Bool {
        try await refresh()
        let present = core.sources.present
        return state.withLock { state in
            if !state.claimed.isEmpty { return true }
            guard let queue = state.queue else { return true }
            return core.lanes.contains { lane in
                present[lane.source] != nil && !queue.next(in: lane, upTo: 1, besides: []).isEmpty
            }
        }
    }

    /// Notes that writes are not on their way any more.
    func release(_ departures: [OutboxQueue.Departure]) {
        state.withLock { $0.claimed.subtract(departures.flatMap(\.all)) }
        core.watch.noteSettled()
    }

    /// Takes out writes that are settled, and notes those that were refused.
    func settle(_ settled: Set<UUID>, refused: Set<UUID>) {
        state.withLock { state in
            state.queue?.remove(settled)
            for id in refused { state.queue?.hold(id) }
        }
    }

    /// Has the entries read again.
    func invalidate() { state.withLock { $0.queue = nil } }

    /// Reads the entries again if others may have changed them.
    private nonisolated(nonsending) func refresh() async throws {
        let present = core.watch.present
        let isCurrent = state.withLock { $0.queue != nil && $0.seen.others == present.others }
        if isCurrent { return }
        let rule = core.rule
        let queue = try await core.stack.performOnStores(RepositoryCore.readingOptions) {
            try OutboxQueue($0, rule)
        }
        state.withLock { state in
            state.queue = queue
            state.seen = present
            state.checked = nil
        }
    }

    /// Tells once of each source that is gone while writes wait for it.
    private func tellMissing(_ slots: [String: SourceSlot]) {
        let present = Set(slots.keys)
        let new = state.withLock { state -> Set<String> in
            // Once for each queue: it looks at all entries.
            if state.checked == present { return [] }
            state.checked = present
            let gone = (state.queue?.sources ?? []).subtracting(present)
            defer { state.missing = gone }
            return gone.subtracting(state.missing)
        }
        for name in new.sorted() {
            let shown = name.isEmpty ? "without a name" : "“\(name)”"
            core.report(
                GranaryError(
                    .unavailable,
                    "Writes wait for the source \(shown), which is not there; give it to the repositories by `use(_:named:)`."
                ))
        }
    }
}
