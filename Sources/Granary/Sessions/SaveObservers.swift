internal import Synchronization

/// The observers of saves, by the entities that they observe.
package final class SaveObservers: Sendable {
    private struct Entry: Sendable {
        weak var observer: (any SaveObserver)?
    }

    private struct Contents {
        /// What each observer observes.
        var observed: [ObjectIdentifier: Set<Int>] = [:]
        /// The observers of each entity; none has an empty list.
        var byEntity: [Int: [ObjectIdentifier: Entry]] = [:]
    }

    private let contents: Mutex<Contents> = Mutex(Contents())
    /// The number of observers, so that a save that nobody observes takes no lock.
    private let count = Atomic<Int>(0)

    /// Makes an empty list.
    package init() {}

    /// Whether nobody observes anything.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// The positions of the entities that somebody observes; `nil` if nobody observes any.
    ///
    /// Complexity: O(observed entities), whatever the number of observers.
    package var observedEntities: Set<Int>? {
        if count.load(ordering: .acquiring) == 0 { return nil }
        return contents.withLock { Set($0.byEntity.keys) }
    }

    /// Adds an observer of some entities; it is held weakly, and removes itself before it goes.
    package func register(_ observer: any SaveObserver, of entities: Set<Int>) {
        let identity = ObjectIdentifier(observer)
        remove(identity)
        contents.withLock { contents in
            contents.observed[identity] = entities
            for entity in entities {
                contents.byEntity[entity, default: [:]][identity] = Entry(observer: observer)
            }
            count.store(contents.observed.count, ordering: .releasing)
        }
    }

    /// Removes an observer.
    package func unregister(_ observer: any SaveObserver) { remove(ObjectIdentifier(observer)) }

    /// Removes the observer with an identity; for one that is being deallocated.
    package func remove(_ identity: ObjectIdentifier) {
        contents.withLock { contents in
            for entity in contents.observed.removeValue(forKey: identity) ?? [] {
                contents.byEntity[entity]?[identity] = nil
                if contents.byEntity[entity]?.isEmpty == true { contents.byEntity[entity] = nil }
            }
            count.store(contents.observed.count, ordering: .releasing)
        }
    }

    /// Tells every observer of one of the notice's entities, once.
    ///
    /// Complexity: O(observers of these entities).
    func post(_ notice: SaveNotice) {
        if count.load(ordering: .acquiring) == 0 { return }
        let concerned = contents.withLock { contents -> [any SaveObserver] in
            let lists = notice.parts.compactMap { contents.byEntity[$0.entity] }
            guard let first = lists.first else { return [] }
            let entries = lists.dropFirst().reduce(into: first) { $0.merge($1) { $1 } }
            return entries.values.compactMap(\.observer)
        }
        for observer in concerned { observer.receive(notice) }
    }

    /// Tells every observer that the stores of the stack have changed, and the newest commit that had begun by then.
    package func stackDidChange(after ticket: UInt64) {
        if count.load(ordering: .acquiring) == 0 { return }
        let all = contents.withLock { contents -> [any SaveObserver] in
            let entries = contents.byEntity.values.reduce(into: [:]) { $0.merge($1) { $1 } }
            return entries.values.compactMap(\.observer)
        }
        for observer in all { observer.stackDidChange(after: ticket) }
    }
}
