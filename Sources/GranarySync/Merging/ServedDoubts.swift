import Granary
import Synchronization

/// The objects of which a served value was not taken since a write of theirs was on its way.
///
/// Nobody knows whether the server held that value before the write or after it. Such an object is asked for once its
/// writes are settled; a ``SyncGap`` notes it for whoever reads, also after a restart.
final class ServedDoubts: Sendable {
    private struct State {
        /// Whose writes are still on their way.
        var waiting: Set<EntryPlace> = []
        /// Whose writes are settled.
        var ready: Set<EntryPlace> = []
    }

    private let state = Mutex(State())
    /// How many requests for such objects are under way behind the sender.
    private let requests = WatchedState(0)

    /// Notes an object, whose writes are settled or still on their way.
    func note(_ place: EntryPlace, isSettled: Bool) {
        state.withLock { state in
            if isSettled { state.ready.formUnion([place]) } else { state.waiting.formUnion([place]) }
        }
    }

    /// Notes that writes of some objects are settled.
    func noteSettled(_ places: some Sequence<EntryPlace>) {
        state.withLock { state in
            if state.waiting.isEmpty { return }
            for place in places where state.waiting.remove(place) != nil { state.ready.insert(place) }
        }
    }

    /// The objects to ask for, each handed out once.
    func takeSettled() -> Set<EntryPlace> {
        state.withLock { state in
            defer { state.ready = [] }
            return state.ready
        }
    }

    /// Does work behind the sender.
    func run(_ work: @escaping @Sendable () async -> Void) {
        if state.withLock({ $0.ready.isEmpty }) { return }
        requests.change { $0 += 1 }
        Task {
            await work()
            requests.change { $0 -= 1 }
        }
    }

    /// Waits until no such work is under way.
    nonisolated(nonsending) func wait() async { await requests.wait { $0 > 0 } }
}
