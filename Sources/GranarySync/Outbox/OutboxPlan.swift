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
        /// How many workers of a lane wait for its server.
        var resting: [LaneKey: Int] = [:]
        /// The names of sources that were reported to be gone.
        var missing: Set<String> = []
        /// The writes that were reported to be unreadable.
        var unreadable: Set<UUID> = []
        /// The sources by which that was found out for the queue.
        var checked: Set<String>?
        /// How often the entries had to be read again.
        var invalidations = 0
        /// How many read the entries now.
        var readers = 0
        /// What has become of writes while somebody reads.
        var changes: [@Sendable (inout OutboxQueue) -> Void] = []

        /// Begins to read, unless the queue is current; returns the counts that show later whether the
        /// reading was in vain.
        mutating func beginReading(at present: EntryWatch.Count) -> (invalidations: Int, changes: Int)? {
            if queue != nil && seen.others == present.others { return nil }
            readers += 1
            return (invalidations, changes.count)
        }

        /// Ends reading with what was read, unless that was invalidated since.
        ///
        /// - Returns: whether the queue is current.
        mutating func endReading(
            _ read: OutboxQueue, _ begun: (invalidations: Int, changes: Int), at present: EntryWatch.Count
        ) -> Bool {
            var read = read
            for change in changes.dropFirst(begun.changes) { change(&read) }
            endReading()
            if begun.invalidations != invalidations { return false }
            // Another one may have read later.
            if queue == nil || seen.others <= present.others {
                (queue, seen, checked) = (read, present, nil)
            }
            return true
        }

        mutating func endReading() {
            readers -= 1
            if readers == 0 { changes = [] }
        }
    }

    private let core: RepositoryCore
    private let state = Mutex(State())

    init(_ core: RepositoryCore) { self.core = core }

    /// The next writes that a lane may send, which are then on their way until ``release(_:)``; none if there are none.
    ///
    /// Those of models that are withheld stay, with what builds on them. Writes that the save which marks the next ones
    /// settles stop no other.
    ///
    /// - Throws: errors of the stores.
    nonisolated(nonsending) func claim(
        _ lane: LaneKey, _ slots: [String: SourceSlot], without withheld: Set<String>,
        after settled: Set<UUID> = []
    ) async throws -> [OutboxQueue.Departure] {
        while true {
            try await refresh()
            tellMissing(slots)
            tellUnreadable()
            guard let source = slots[lane.source]?.source else { return [] }
            let departures = state.withLock { state -> [OutboxQueue.Departure]? in
                if state.resting[lane] != nil { return [] }
                // What was read may be invalid already, and nothing would wake the lane again.
                guard let queue = state.queue else { return nil }
                let departures = queue.departures(
                    in: lane, to: source, besides: state.claimed, without: withheld, after: settled)
                state.claimed.formUnion(departures.flatMap(\.all))
                return departures
            }
            if let departures { return departures }
        }
    }

    /// Whether anything can be sent, or is on its way.
    ///
    /// - Throws: errors of the stores.
    nonisolated(nonsending) func hasWork() async throws -> Bool {
        try await refresh()
        let (present, withheld) = (core.sources.present, core.withheld)
        return state.withLock { state in
            if !state.claimed.isEmpty { return true }
            guard let queue = state.queue else { return true }
            return core.lanes.contains { lane in
                guard let source = present[lane.source]?.source else { return false }
                return !queue.departures(in: lane, to: source, besides: [], without: withheld).isEmpty
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
        change { queue in
            queue.remove(settled)
            for id in refused { queue.hold(id) }
        }
    }

    /// Notes that writes have left, and what has become of those that were to leave with them.
    func leave(_ marked: WriteMarking.Outcome) {
        change { queue in
            queue.leave(marked.left)
            queue.remove(marked.superseded.union(marked.gone))
            for id in marked.refused { queue.hold(id) }
        }
    }

    /// Has a lane send nothing until ``endRest(_:)``: its server was not reached, or asks for a pause.
    func beginRest(_ lane: LaneKey) { state.withLock { $0.resting[lane, default: 0] += 1 } }

    /// Lets a lane send again, once each of its workers has had its pause.
    func endRest(_ lane: LaneKey) {
        state.withLock { state in
            let rest = (state.resting[lane] ?? 1) - 1
            state.resting[lane] = rest > 0 ? rest : nil
        }
        core.watch.noteSettled()
    }

    /// Changes the queue, and each one that is being read, which may not show it yet.
    private func change(_ change: @escaping @Sendable (inout OutboxQueue) -> Void) {
        state.withLock { state in
            if var queue = state.queue.take() {
                change(&queue)
                state.queue = queue
            }
            if state.readers > 0 { state.changes.append(change) }
        }
    }

    /// Has the entries read again, and the lanes look again: those that found nothing to send have looked at others.
    func invalidate() {
        state.withLock { state in
            state.queue = nil
            state.invalidations += 1
        }
        core.watch.noteSettled()
    }

    /// Reads the entries again if others may have changed them.
    private nonisolated(nonsending) func refresh() async throws {
        while true {
            let present = core.watch.present
            let begun = state.withLock { state in state.beginReading(at: present) }
            guard let begun else { return }
            let rule = core.rule
            let queue: OutboxQueue
            do {
                queue = try await core.stack.performOnStores(RepositoryCore.readingOptions) {
                    try OutboxQueue($0, rule)
                }
            } catch {
                state.withLock { $0.endReading() }
                throw error
            }
            if state.withLock({ $0.endReading(queue, begun, at: present) }) { return }
        }
    }

    /// Reports each source once that is gone while writes wait for it.
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

    /// Reports each write once that cannot be read, and so waits.
    private func tellUnreadable() {
        let new = state.withLock { state -> [UUID: GranaryError] in
            guard let queue = state.queue, !queue.unreadable.isEmpty else { return [:] }
            let new = queue.unreadable.filter { !state.unreadable.contains($0.key) }
            state.unreadable.formUnion(new.keys)
            return new
        }
        for error in new.values { core.report(error) }
    }
}
