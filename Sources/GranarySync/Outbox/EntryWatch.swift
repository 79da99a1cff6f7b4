import Granary

/// Notices saves that write entries, so that whoever waits looks again.
final class EntryWatch: SaveObserver {
    /// How often entries may have changed so far.
    struct Count: Sendable, Equatable {
        /// By any save.
        var all = 0
        /// By saves of others than the sender of this process.
        var others = 0
        /// How often the program had the sender try at once.
        var calls = 0
    }

    /// The author of the sender's saves.
    static let sender = "GranarySync.sender"

    private let entity: Int
    private let observers: SaveObservers
    private let count = WatchedState(Count())

    init(of entity: Entity, _ stack: PersistentStack) {
        self.entity = entity.index
        observers = stack.broadcaster.observers
        observers.register(self, of: [entity.index])
    }

    deinit { observers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {
        guard notice.parts.contains(where: { $0.entity == entity }) else { return }
        let isOfSender = notice.author == Self.sender
        count.change { count in
            count.all += 1
            if !isOfSender { count.others += 1 }
        }
    }

    func stackDidChange() {
        count.change { count in
            count.all += 1
            count.others += 1
        }
    }

    /// Has the sender try at once.
    func call() { count.change { $0.calls += 1 } }

    /// The number of changes so far.
    var present: Count { count.withLock { $0 } }

    /// Waits until entries may have changed since a number of changes.
    nonisolated(nonsending) func wait(after present: Count) async {
        await count.wait { $0.all == present.all }
    }

    /// Waits until the program has the sender try at once.
    nonisolated(nonsending) func waitForCall(after present: Count) async {
        await count.wait { $0.calls == present.calls }
    }

    /// Waits until others than the sender may have changed entries since a number of changes.
    nonisolated(nonsending) func waitForOthers(after present: Count) async {
        await count.wait { $0.others == present.others }
    }
}
