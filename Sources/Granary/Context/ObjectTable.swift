/// What a context knows of one entity: its objects by key, and those that were inserted, changed or deleted.
@usableFromInline package final class EntityRegister {
    /// The entity.
    @usableFromInline package let entity: Entity
    /// The column after those of the entity, which holds the row's version.
    @usableFromInline let versionColumn: Int
    /// How many relationships to many the entity has.
    @usableFromInline let toManyCount: Int
    /// The loaded objects by key.
    @usableFromInline package let map = IdentityMap()
    /// Every object touched since the last save, in the order of the first touch; its state says how it was
    /// touched.
    package var touched: ContiguousArray<any Model> {
        get {
            if !forgotten.isEmpty { letGo() }
            return list
        }
        _modify {
            if !forgotten.isEmpty { letGo() }
            pendingIndexes = nil
            yield &list
            if list.isEmpty { fresh = [] }
        }
    }
    @exclusivity(unchecked) @usableFromInline var list: ContiguousArray<any Model> = []
    /// Objects in the list that do not belong to it any more, because they were deleted before any save; they
    /// leave it together.
    @exclusivity(unchecked) @usableFromInline var forgotten: Set<ObjectIdentifier> = []
    /// Deleted objects whose keys new ones have taken, by key; they are in no map.
    package var displaced: [KeyBits: any Model] = [:]
    /// The keys of objects that were deleted before any save, where a rule may forbid that at the next one.
    package var deniable: [KeyBits] = []
    /// Keys that have no row in the current snapshot.
    @exclusivity(unchecked) package var absent: Set<KeyBits> = []
    /// Counts what may have changed the members of relationships to many of this entity.
    @usableFromInline package var epoch = 0
    /// Whether the lists of relationships to many are kept up to date when others come to refer to an object.
    ///
    /// Nobody has looked at one before; no loaded object has a list then.
    @exclusivity(unchecked) @usableFromInline package var keepsLists = false
    /// Finds touched objects by what they hold, once a query has wanted that.
    @exclusivity(unchecked) var pendingIndexes: PendingIndexes?
    /// The position in the list of an object that was unsaved when somebody asked last.
    private var pendingHint = 0
    /// The objects that have entered since the lists of relationships to many were put together last; some may
    /// have left again.
    @exclusivity(unchecked) @usableFromInline package var fresh: ContiguousArray<any Model> = []
    /// The objects that were touched, or are about to change, since the last step that can be undone; some may be
    /// named several times.
    @exclusivity(unchecked) @usableFromInline var recorded: ContiguousArray<any Model> = []
    /// Whether they are noted, because a history is kept.
    @exclusivity(unchecked) @usableFromInline var isRecording = false
    /// The session with the entity's store as one that finds single rows, once it was looked for; `.some(nil)` where
    /// it cannot.
    @exclusivity(unchecked) var lookup: (any LookupSession)??
    /// The group of the objects that were inserted in this context, or fetched one by one.
    @exclusivity(unchecked) package var loneGroup: FetchGroup?

    /// The keys claimed last, in a row, for new objects whose keys the program has set.
    @exclusivity(unchecked) @usableFromInline var claimed: Range<Int64> = 0..<0
    /// The snapshot in which no reserved key was found to be stored.
    @exclusivity(unchecked) var keysCheckedAt = -1

    /// How many keys were made for objects of a context that never writes.
    private var unwrittenKeys: Int64 = 0

    /// Makes the register of an entity without objects.
    package init(_ entity: Entity) {
        self.entity = entity
        versionColumn = entity.columns.count
        toManyCount = entity.toMany.count
    }

    /// The object with a key, if it is loaded.
    package func object<M: Model>(_ bits: KeyBits, as type: M.Type) -> M? {
        map.object(bits).map { unsafeDowncast($0, to: type) }  // safe: the map holds this type only.
    }

    /// Whether any key is known to have no row.
    @usableFromInline var hasAbsent: Bool { !absent.isEmpty }

    /// Whether a key is known to have no row.
    @usableFromInline func isAbsent(_ bits: KeyBits) -> Bool { absent.contains(bits) }

    /// Notes that a key has a row, or will have one.
    @usableFromInline func forgetAbsent(_ bits: KeyBits) { absent.remove(bits) }

    /// A key for an object of a context that never writes: negative, or from the top of an unsigned type down.
    package func nextUnwrittenKey<Key: ModelKey>(of type: Key.Type) -> Int64 {
        unwrittenKeys += 1
        guard case .integer(let unassigned) = type.unassigned.objectKey, unassigned > 0 else {
            return -unwrittenKeys
        }
        return unassigned - unwrittenKeys
    }

    /// Lets go of the members of every relationship to many of the loaded objects.
    package func dropMembers() {
        guard keepsLists else { return }
        keepsLists = false
        func drop<M: Model>(_ type: M.Type) {
            for place in 0..<map.end {
                guard let object = map.object(at: UInt32(truncatingIfNeeded: place)) else { continue }
                let owner = unsafeDowncast(object, to: type)  // safe: the map holds this type only.
                for position in 0..<toManyCount { owner.setMembers(nil, at: position) }
            }
        }
        if let type = entity.type { drop(type) }
    }

    /// Takes a deleted object out of the map, so that a new one can have its key.
    package func displace(_ object: any Model) {
        displaced[object.erasedKey.bits] = object
        map.remove(at: object.objectState.slot)
    }

    /// Takes a new object out of the map; the deleted one that had its key comes back, so that its row is not
    /// taken for one that is still there.
    package func removeNew(_ object: any Model) {
        map.remove(at: object.objectState.slot)
        guard !displaced.isEmpty, case let bits = object.erasedKey.bits,
            let earlier = displaced.removeValue(forKey: bits), earlier.objectState.phase == .deleted,
            earlier.objectState.group?.link === object.objectState.group?.link, map.place(of: bits) == nil
        else { return }
        earlier.objectState.slot = map.insert(earlier, bits)
    }

    /// Notes that an object was inserted, changed or deleted.
    package func touch(_ object: any Model) {
        if object.objectState.isTouched { return }
        object.objectState.isTouched = true
        add(object)
    }

    /// Notes that an object is not touched any more, because it was deleted before any save; it may belong to
    /// another context soon.
    ///
    /// Complexity: O(1) on average, and once O(touched) when the touched objects are looked at.
    package func forget(_ object: any Model) {
        record(object)
        forgotten.insert(ObjectIdentifier(object))
        // Once they are half of the list, so that it does not grow without end while nobody looks at it.
        if forgotten.count > 64, forgotten.count > list.count / 2 { letGo() }
    }

    /// Notes that an object may differ from what it was at the last step that can be undone.
    func record(_ object: any Model) {
        if isRecording, recorded.last !== object { recorded.append(object) }
    }

    /// Adds an object that has just entered the context.
    @inlinable func noteEntry(of object: any Model) {
        add(object)
        if keepsLists { fresh.append(object) }
    }

    /// Adds an object that is not in the list of touched objects.
    @inlinable func add(_ object: any Model) {
        if !forgotten.isEmpty { readmit(object) }
        if isRecording { recorded.append(object) }
        list.append(object)
    }

    /// Lets go of what was forgotten before one of these objects is added once more.
    @usableFromInline func readmit(_ object: any Model) {
        if forgotten.contains(ObjectIdentifier(object)) { letGo() }
    }

    /// Whether an object in the list does not belong to it any more.
    func isForgotten(_ object: any Model) -> Bool {
        !forgotten.isEmpty && forgotten.contains(ObjectIdentifier(object))
    }

    @usableFromInline func letGo() {
        let gone = forgotten
        let (before, freshBefore) = (list, fresh)
        forgotten = []
        if let pendingIndexes {
            let seen = before.prefix(pendingIndexes.seen)
            pendingIndexes.seen = seen.count { !gone.contains(ObjectIdentifier($0)) }
        }
        list = ContiguousArray(before.lazy.filter { !gone.contains(ObjectIdentifier($0)) })
        if !freshBefore.isEmpty {
            fresh = ContiguousArray(freshBefore.lazy.filter { !gone.contains(ObjectIdentifier($0)) })
        }
        // The last step: the end of an object may set off anything.
        withExtendedLifetime((before, freshBefore)) {}
    }

    /// Whether anything was inserted, changed or deleted since the last save.
    ///
    /// Complexity: O(1) on average, as changes do not become none one by one from the end of the list.
    package var hasChanges: Bool {
        if list.isEmpty { return false }
        if pendingHint < list.count, isPending(list[pendingHint]) { return true }
        let rest = list.indices.dropFirst(pendingHint)
        let found = rest.first { isPending(list[$0]) } ?? list.indices.first { isPending(list[$0]) }
        pendingHint = found ?? 0
        if found == nil { settleAll() }
        return found != nil
    }

    /// Empties the list, in which no object is unsaved any more.
    private func settleAll() {
        let before = (list, fresh)
        for object in list where !isForgotten(object) { object.objectState.isTouched = false }
        (list, fresh, forgotten, pendingIndexes) = ([], [], [], nil)
        // The last step: the end of an object may set off anything.
        withExtendedLifetime(before) {}
    }

    private func isPending(_ object: any Model) -> Bool {
        object.objectState.isPending && !isForgotten(object)
    }

    /// The touched objects in one phase.
    package func touched(in phase: ObjectPhase) -> [any Model] {
        touched.filter { $0.objectState.phase == phase && $0.objectState.isPending }
    }
}

extension ObjectState {
    /// Notes that what was inserted or changed has been saved.
    @inlinable package mutating func settle(_ version: Int64) {
        phase = .stored
        changes = nil
        self.version = version
        isTouched = false
    }

    /// Whether a save would write something for the object.
    package var isPending: Bool {
        switch phase {
        case .inserted: true
        case .deleted: true
        case .stored: changes != nil
        case .transient, .detached: false
        }
    }
}
