import Granary
import Synchronization

/// Notices saves that write entries, so that waiting calls look again.
final class EntryWatch: SaveObserver {
    /// How often entries may have changed so far.
    struct Count: Sendable, Equatable {
        /// By any save.
        var all = 0
        /// By saves of others than the sender of this stack.
        var others = 0
        /// How often the program had the sender try at once.
        var calls = 0
        /// How often writes were no longer on their way.
        var settled = 0
        /// How many attempts have not reached the server.
        var failures = 0
        /// How often writes were refused.
        var refusals = 0
        /// How often a lane has found nothing to send.
        var idles = 0
    }

    /// The author of the sender's saves.
    static let sender = "GranarySync.sender"

    private let entity: Int
    private let observers: SaveObservers
    private let count = WatchedState(Count())
    /// The same of what may bring refused writes, so that calls that wait for these alone are not woken by each
    /// delivery.
    private let refused = WatchedState(Count())
    private let waiters = Mutex(0)

    init(of entity: Entity, _ stack: PersistentStack) {
        self.entity = entity.index
        observers = stack.broadcaster.observers
        observers.register(self, of: [entity.index])
    }

    deinit { observers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {
        guard notice.parts.contains(where: { $0.entity == entity }) else { return }
        let isOfSender = notice.author == Self.sender && !notice.isOfOtherStack
        if isOfSender { count.change { $0.all += 1 } } else { noteOthers() }
    }

    func stackDidChange() { noteOthers() }

    private func noteOthers() {
        note {
            $0.all += 1
            $0.others += 1
        }
    }

    /// Has the sender try at once.
    func call() { note { $0.calls += 1 } }

    /// Notes that writes are no longer on their way.
    func noteSettled() { count.change { $0.settled += 1 } }

    /// Notes that an attempt has not reached the server.
    func noteFailure() { count.change { $0.failures += 1 } }

    /// Notes that writes are refused.
    func noteRefusal() { note { $0.refusals += 1 } }

    /// Notes that a lane has found nothing to send.
    func noteIdle() { count.change { $0.idles += 1 } }

    /// Notes what may bring refused writes.
    private func note(_ change: (inout Count) -> Void) {
        // In this order: a call that takes the present count between the two is woken once too often, and never misses
        // one.
        count.change(change)
        refused.change(change)
    }

    /// The number of changes so far.
    var present: Count { count.withLock { $0 } }

    /// How many calls wait for what becomes of writes.
    var waiting: Int { waiters.withLock { $0 } }

    /// Waits until entries may have changed since a number of changes.
    nonisolated(nonsending) func wait(after present: Count) async {
        waiters.withLock { $0 += 1 }
        defer { waiters.withLock { $0 -= 1 } }
        await count.wait { $0.all == present.all }
    }

    /// Waits until the program has the sender try at once.
    nonisolated(nonsending) func waitForCall(after present: Count) async {
        await count.wait { $0.calls == present.calls }
    }

    /// Waits until there may be refused writes that were not there before.
    nonisolated(nonsending) func waitForRefusals(after present: Count) async {
        await refused.wait { !present.mayBringRefusals($0) }
    }

    /// Waits until a lane may have something to send.
    nonisolated(nonsending) func waitForWork(after present: Count) async {
        await count.wait {
            $0.others == present.others && $0.calls == present.calls && $0.settled == present.settled
        }
    }

    /// Waits until a lane has nothing to send, or has not reached its server.
    nonisolated(nonsending) func waitForProgress(after present: Count) async {
        waiters.withLock { $0 += 1 }
        defer { waiters.withLock { $0 -= 1 } }
        await count.wait {
            $0.others == present.others && $0.idles == present.idles && $0.failures == present.failures
        }
    }
}

extension EntryWatch.Count {
    /// Whether there may be refused writes later that are not there now.
    fileprivate func mayBringRefusals(_ later: Self) -> Bool {
        others != later.others || calls != later.calls || refusals != later.refusals
    }
}

extension Outbox {
    /// How many calls wait now for what becomes of writes, having looked at them.
    package var waiting: Int { core.watch.waiting }
}
