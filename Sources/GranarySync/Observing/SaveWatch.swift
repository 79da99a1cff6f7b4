import Granary

/// Notices saves of some entities, and other events that its owner passes to it.
final class SaveWatch: SaveObserver {
    private let entities: Set<Int>
    private let observers: [SaveObservers]
    private let count = WatchedState(0)

    init(of entities: Set<Int>, _ core: RepositoryCore) {
        self.entities = entities
        observers = [core.stack.broadcaster.observers, core.accessObservers]
        for observers in observers { observers.register(self, of: entities) }
    }

    deinit { for observers in observers { observers.remove(ObjectIdentifier(self)) } }

    func receive(_ notice: SaveNotice) {
        if notice.parts.contains(where: { entities.contains($0.entity) }) { call() }
    }

    func stackDidChange() { call() }

    /// Notices something else.
    func call() { count.change { $0 += 1 } }

    /// The number of what was noticed.
    var present: Int { count.withLock { $0 } }

    /// Waits until more than a number was noticed.
    nonisolated(nonsending) func wait(after present: Int) async { await count.wait { $0 == present } }
}
