internal import Synchronization

/// The observers of saves, by the entities that they observe.
package final class SaveObservers: Sendable {
    private struct Entry: Sendable {
        weak var observer: (any SaveObserver)?
        /// The condition for a notice of a save to the observer; `nil` if the observer gets each save.
        let condition: ObservedCondition?
    }

    /// The observers of one entity.
    private struct List {
        /// The observers in any order, without gaps, so that many are gone through quickly.
        var entries: ContiguousArray<Entry> = []
        /// The observer in each place.
        var identities: ContiguousArray<ObjectIdentifier> = []
        /// The place of each observer.
        var places: [ObjectIdentifier: Int] = [:]

        mutating func add(_ identity: ObjectIdentifier, _ entry: Entry) {
            places[identity] = entries.count
            entries.append(entry)
            identities.append(identity)
        }

        mutating func remove(_ identity: ObjectIdentifier) {
            guard let place = places.removeValue(forKey: identity), let last = identities.popLast() else {
                return
            }
            entries.swapAt(place, entries.count - 1)
            entries.removeLast()
            if last == identity { return }
            identities[place] = last
            places[last] = place
        }
    }

    private struct Contents {
        /// The entities of each observer.
        var observed: [ObjectIdentifier: Set<Int>] = [:]
        /// The observers of each entity; none has an empty list.
        var byEntity: [Int: List] = [:]
    }

    private let contents: Mutex<Contents> = Mutex(Contents())
    /// The number of observers, so that a save without observers takes no lock.
    private let count = Atomic<Int>(0)
    /// A bit for each observed entity, the same for every 64th, so that whether one is observed takes no lock where it is
    /// not.
    private let observedBits = Atomic<UInt64>(0)
    /// The order in which they get saves; `nil` for followers, who get them at once.
    private let order: CommitOrder?
    /// Notes when one of them leaves; `nil` if nobody asks for that.
    private let lastUse: LastUse?

    /// Makes an empty list of those who get saves in an order, or at once; notes when one leaves, if that is asked for.
    package init(in order: CommitOrder? = nil, noting lastUse: LastUse? = nil) {
        self.order = order
        self.lastUse = lastUse
    }

    deinit { order?.observersDidChange(by: -count.load(ordering: .acquiring)) }

    /// Whether there are no observers.
    package var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// The positions of the observed entities; `nil` if there is no observer.
    ///
    /// Complexity: O(observed entities), independent of the number of observers.
    package var observedEntities: Set<Int>? {
        if count.load(ordering: .acquiring) == 0 { return nil }
        return contents.withLock { Set($0.byEntity.keys) }
    }

    /// Whether somebody observes an entity.
    func observes(_ entity: Int) -> Bool {
        if observedBits.load(ordering: .acquiring) & Self.bit(of: entity) == 0 { return false }
        return contents.withLock { $0.byEntity[entity] != nil }
    }

    /// Adds an observer of some entities; it is held weakly, and removes itself before its deallocation.
    ///
    /// With a condition, it gets only saves that may meet it.
    package func register(
        _ observer: any SaveObserver, of entities: Set<Int>, where condition: ObservedCondition? = nil
    ) {
        let identity = ObjectIdentifier(observer)
        remove(identity)
        contents.withLock { contents in
            contents.observed[identity] = entities
            for entity in entities {
                contents.byEntity[entity, default: List()]
                    .add(identity, Entry(observer: observer, condition: condition))
            }
            updateCount(contents)
        }
    }

    /// Removes the observer with an identity; for one that is being deallocated.
    package func remove(_ identity: ObjectIdentifier) {
        contents.withLock { contents in
            for entity in contents.observed.removeValue(forKey: identity) ?? [] {
                contents.byEntity[entity]?.remove(identity)
                if contents.byEntity[entity]?.entries.isEmpty == true { contents.byEntity[entity] = nil }
            }
            updateCount(contents)
        }
    }

    private static func bit(of entity: Int) -> UInt64 { 1 << UInt64(entity & 63) }

    private func updateCount(_ contents: Contents) {
        let bits = contents.byEntity.keys.reduce(0) { $0 | Self.bit(of: $1) }
        observedBits.store(bits, ordering: .releasing)
        let now = contents.observed.count
        let former = count.exchange(now, ordering: .acquiringAndReleasing)
        if former != now { order?.observersDidChange(by: now - former) }
        if former > now { lastUse?.note() }
    }

    /// Notifies once every observer of one of the notice's entities whose condition the save may meet.
    ///
    /// Complexity: O(observers of these entities), where those with a condition cost its evaluation on a few rows.
    func post(_ notice: SaveNotice) {
        if count.load(ordering: .acquiring) == 0 { return }
        let lists = contents.withLock { contents in
            notice.parts.map { contents.byEntity[$0.entity]?.entries ?? [] }
        }
        var concerned: [any SaveObserver] = []
        for (part, entries) in zip(notice.parts, lists) {
            // By their places: taking an entry out would copy its weak reference.
            for place in entries.indices where entries[place].condition?.mayHold(in: part.rows) ?? true {
                if let observer = entries[place].observer { concerned.append(observer) }
            }
        }
        if lists.count == 1 {
            for observer in concerned { observer.receive(notice) }
        } else {
            var told: Set<ObjectIdentifier> = []
            for observer in concerned where told.insert(ObjectIdentifier(observer)).inserted {
                observer.receive(notice)
            }
        }
    }

    /// Notifies every observer that the stores of the stack have changed.
    package func stackDidChange() {
        if count.load(ordering: .acquiring) == 0 { return }
        let all = contents.withLock { contents -> [any SaveObserver] in
            var found: [ObjectIdentifier: any SaveObserver] = [:]
            for list in contents.byEntity.values {
                for (identity, entry) in zip(list.identities, list.entries) {
                    found[identity] = entry.observer
                }
            }
            return Array(found.values)
        }
        for observer in all { observer.stackDidChange() }
    }
}
