internal import Synchronization

/// The observers of saves, and the entities that they observe.
package final class SaveObservers: Sendable {
    private struct Entry: Sendable {
        weak var observer: (any SaveObserver)?
        let entities: Set<Int>
    }

    private let entries: Mutex<[ObjectIdentifier: Entry]> = Mutex([:])
    /// The number of entries, so that a save that nobody observes takes no lock.
    private let count = Atomic<Int>(0)

    /// Makes an empty list.
    package init() {}

    /// The positions of the entities that somebody observes; `nil` if nobody observes any.
    package var observedEntities: Set<Int>? {
        if count.load(ordering: .acquiring) == 0 { return nil }
        return entries.withLock { entries in
            entries.values.reduce(into: Set()) { if $1.observer != nil { $0.formUnion($1.entities) } }
        }
    }

    /// Adds an observer of some entities; it is held weakly.
    package func register(_ observer: any SaveObserver, of entities: Set<Int>) {
        entries.withLock { entries in
            entries[ObjectIdentifier(observer)] = Entry(observer: observer, entities: entities)
            count.store(entries.count, ordering: .releasing)
        }
    }

    /// Removes an observer.
    package func unregister(_ observer: any SaveObserver) { remove(ObjectIdentifier(observer)) }

    /// Removes the observer with an identity; for one that is being deallocated.
    package func remove(_ identity: ObjectIdentifier) {
        entries.withLock { entries in
            entries[identity] = nil
            count.store(entries.count, ordering: .releasing)
        }
    }

    /// Tells every observer of one of the notice's entities.
    func post(_ notice: SaveNotice) {
        if count.load(ordering: .acquiring) == 0 { return }
        let concerned = entries.withLock { entries in
            entries.values.filter { entry in notice.parts.contains { entry.entities.contains($0.entity) } }
                .compactMap(\.observer)
        }
        for observer in concerned { observer.receive(notice) }
    }

    /// Tells every observer that the stores of the stack have changed.
    package func stackDidChange() {
        if count.load(ordering: .acquiring) == 0 { return }
        for observer in entries.withLock({ $0.values.compactMap(\.observer) }) { observer.stackDidChange() }
    }
}
