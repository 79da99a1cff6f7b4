/// The objects of one entity in one context, and the only one that changes their states.
///
/// | Transition | from | to |
/// |---|---|---|
/// | `insert` | transient, detached | inserted |
/// | `load` | transient, just made of a row | stored |
/// | `attach`, to a batch | stored | stored |
/// | `update`, by a newer row | stored, unchanged | stored |
/// | `markChanged`, first change | stored, deleted; unchanged | the same |
/// | `setChanges` | stored, deleted | the same |
/// | `discardChanges` | stored, deleted | the same |
/// | `invalidate` | stored, deleted | the same |
/// | `markDeleted` | stored | deleted |
/// | `replaceDeleted`, by a new one with the key | deleted | deleted |
/// | `revive` | deleted | stored |
/// | `insertAgain`, after its row has gone | stored | inserted |
/// | `markSaved` | inserted, stored | stored |
/// | `detach` | inserted, stored, deleted | detached |
///
/// Besides, `setBack` makes an object what it was at an earlier moment, and `abandon` lets one go whose link is cut.
/// From any other phase a transition does nothing and returns false. They stand beside ``ObjectState``, whose fields
/// nobody else can set.
@usableFromInline package final class ObjectTable {
    /// The entity.
    @usableFromInline package let entity: Entity
    @exclusivity(unchecked) private var knownType: (any Model.Type)?
    /// The column after those of the entity, which holds the row's version.
    @usableFromInline let versionColumn: Int
    /// How many relationships to many the entity has.
    @usableFromInline let toManyCount: Int
    /// Whether an object that is loaded tells its partners in one-to-one relationships, which were read before: in a
    /// child, whose parent may have changed meanwhile.
    @usableFromInline let tellsPartners: Bool
    /// The loaded objects by key.
    @usableFromInline package let map = IdentityMap()
    /// The touched objects in the order of the first touch, and some that do not belong to them any more.
    @exclusivity(unchecked) private(set) var list: ContiguousArray<any Model> = []
    /// Objects in the list that do not belong to it any more; they leave it together.
    @exclusivity(unchecked) private var forgotten: Set<ObjectIdentifier> = []
    /// Deleted objects whose keys new ones have taken, by key; they are in no map.
    private var replaced: [KeyBits: any Model] = [:]
    /// The keys of objects that were deleted before any save, where a rule may forbid that at the next one.
    package private(set) var deniable: [KeyBits] = []
    /// Keys that have no row in the current snapshot.
    @exclusivity(unchecked) private var absent: Set<KeyBits> = []
    /// Counts what may have changed the members of relationships to many of this entity.
    package private(set) var epoch = 0
    /// Whether the lists of relationships to many are kept up to date when others come to refer to an object.
    ///
    /// Nobody has looked at one before; no loaded object has a list then.
    @exclusivity(unchecked) package private(set) var keepsLists = false
    /// Finds touched objects by what they hold, once a query has wanted that.
    @exclusivity(unchecked) private var pendingIndexes: PendingIndexes?
    /// The position in the list of an object that was unsaved when somebody asked last.
    private var pendingHint = 0
    /// The objects that have entered since the lists of relationships to many were put together last; some may
    /// have left again.
    @exclusivity(unchecked) private var fresh: ContiguousArray<any Model> = []
    /// The objects that were touched, or are about to change, since the last step that can be undone; some may be
    /// named several times.
    @exclusivity(unchecked) private(set) var recorded: ContiguousArray<any Model> = []
    /// The sides of pairs that have followed the store, or the parent, since the last step that can be undone.
    @exclusivity(unchecked) private(set) var followed: [FollowedSide] = []
    /// Whether they are noted, because a history is kept.
    @exclusivity(unchecked) private var isRecording = false
    /// The batch of the objects that were inserted in this context, or fetched one by one.
    @exclusivity(unchecked) private var loneBatch: LoadBatch?
    /// What is known of the keys of new objects.
    @exclusivity(unchecked) @usableFromInline var newKeys = NewKeys()
    /// How many keys were made for objects of a context that never writes.
    private var unwrittenKeys: Int64 = 0

    /// Makes the table of an entity without objects.
    package init(_ entity: Entity, inChild: Bool = false) {
        self.entity = entity
        tellsPartners = inChild && entity.hasPairs
        versionColumn = entity.columns.count
        toManyCount = entity.toMany.count
    }

    /// The model of the entity; `nil` for an entity that no Swift type stands behind.
    package var type: (any Model.Type)? {
        if let knownType { return knownType }
        knownType = entity.type as? any Model.Type
        return knownType
    }

    /// Notes the model of the entity where it is known, which saves a dynamic cast.
    func note<M: Model>(_ type: M.Type) { if knownType == nil { knownType = type } }

    /// The object with a key, if it is loaded.
    package func object<M: Model>(_ bits: KeyBits, as type: M.Type) -> M? {
        map.object(bits).map { unsafeDowncast($0, to: type) }  // safe: the map holds this type only.
    }

    /// The batch of objects that belong to no fetch: they load what they refer to each for itself.
    func loneBatch(_ link: @autoclosure () -> GraphLink) -> LoadBatch {
        if let loneBatch { return loneBatch }
        let batch = LoadBatch(link: link(), entity: entity, isLone: true)
        loneBatch = batch
        return batch
    }

    /// Lets the next object that is fetched alone begin a batch of its own.
    func forgetLoneBatch() { loneBatch = nil }

    /// A key for an object of a context that never writes: negative, or from the top of an unsigned type down.
    package func nextUnwrittenKey<Key: ModelKey>(of type: Key.Type) -> Int64 {
        unwrittenKeys += 1
        guard case .integer(let unassigned) = type.unassigned.objectKey, unassigned > 0 else {
            return -unwrittenKeys
        }
        return unassigned - unwrittenKeys
    }
}

// MARK: Touched objects

extension ObjectTable {
    /// Every object touched since the last save, in the order of the first touch; its state says how it was
    /// touched.
    package var touched: ContiguousArray<any Model> {
        if !forgotten.isEmpty { compactList() }
        return list
    }

    /// The touched objects in one phase.
    package func touched(in phase: ObjectPhase) -> [any Model] {
        touched.filter { $0.objectState.phase == phase && $0.objectState.isPending }
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
        if found == nil { drain() }
        return found != nil
    }

    private func isPending(_ object: any Model) -> Bool {
        object.objectState.isPending && !isForgotten(object)
    }

    /// Whether an object in the list does not belong to it any more.
    func isForgotten(_ object: any Model) -> Bool {
        !forgotten.isEmpty && forgotten.contains(ObjectIdentifier(object))
    }

    /// Adds an object that is not among the touched ones.
    func addTouched(_ object: any Model) {
        // It may stand in the list still, from before it was forgotten.
        if isForgotten(object) { compactList() }
        if isRecording { recorded.append(object) }
        list.append(object)
    }

    /// Adds an object that has just entered the context.
    func addNew(_ object: any Model) {
        addTouched(object)
        if keepsLists { fresh.append(object) }
    }

    /// Takes an object out of the touched ones.
    ///
    /// Complexity: O(1) on average, and once O(touched) when the touched objects are looked at.
    func removeTouched(_ object: any Model) {
        record(object)
        forgotten.insert(ObjectIdentifier(object))
        // Once they are half of the list, so that it does not grow without end while nobody looks at it.
        if forgotten.count > 64, forgotten.count > list.count / 2 { compactList() }
    }

    private func compactList() {
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

    /// Empties the list; the objects that were in it.
    func emptyList() -> ContiguousArray<any Model> {
        let touched = touched
        (list, fresh, forgotten, replaced, pendingIndexes) = ([], [], [], [:], nil)
        return touched
    }

    /// The objects that have entered since the last time, with some that may have left again.
    func takeFresh() -> ContiguousArray<any Model> {
        defer { fresh = [] }
        return fresh
    }
}

// MARK: Deleted objects whose keys others have

extension ObjectTable {
    /// The deleted object whose key a new one has taken.
    package func replaced(_ bits: KeyBits) -> (any Model)? { replaced.isEmpty ? nil : replaced[bits] }

    /// The deleted objects whose keys new ones have taken.
    package var replacedObjects: [any Model] { Array(replaced.values) }

    /// Whether keys of deleted objects have been taken.
    var hasReplaced: Bool { !replaced.isEmpty }

    func noteReplaced(_ object: any Model) { replaced[object.erasedKey.bits] = object }

    func forgetReplaced(_ object: any Model, _ bits: KeyBits) {
        if !replaced.isEmpty, replaced[bits] === object { replaced[bits] = nil }
    }

    /// Takes out the deleted object that had a key before a new one took it.
    func takeReplaced(_ bits: KeyBits) -> (any Model)? {
        guard !replaced.isEmpty, let earlier = replaced.removeValue(forKey: bits),
            earlier.objectState.phase == .deleted, map.place(of: bits) == nil
        else { return nil }
        return earlier
    }

    /// Notes the key of an object that was deleted before any save, where a rule may forbid that.
    func noteDeniable(_ bits: KeyBits) { deniable.append(bits) }

    /// Forgets the keys of objects that were deleted before any save.
    func forgetDeniable() { deniable = [] }
}

// MARK: Keys without a row

extension ObjectTable {
    /// Whether any key is known to have no row.
    @usableFromInline var hasAbsent: Bool { !absent.isEmpty }

    /// Whether a key is known to have no row.
    @usableFromInline package func isAbsent(_ bits: KeyBits) -> Bool { absent.contains(bits) }

    /// Notes that a key has no row.
    package func noteAbsent(_ bits: KeyBits) { absent.insert(bits) }

    /// Notes that a key has a row, or will have one.
    @usableFromInline func forgetAbsent(_ bits: KeyBits) { absent.remove(bits) }

    /// Notes that any key may have a row.
    package func forgetAbsent() { if !absent.isEmpty { absent = [] } }
}

// MARK: Lists of relationships to many

extension ObjectTable {
    /// Notes that anything may have changed the members of relationships to many of this entity.
    package func forgetMembers() { epoch += 1 }

    /// Has the lists kept up to date from now on.
    func beginKeepingLists() { keepsLists = true }

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
        if let type { drop(type) }
    }
}

// MARK: What others follow

extension ObjectTable {
    /// Has objects noted that may differ from what they were at the last step that can be undone, or not.
    func setRecording(_ isRecording: Bool) {
        self.isRecording = isRecording
        (recorded, followed) = ([], [])
    }

    /// Notes that an object may differ from what it was at the last step that can be undone.
    func record(_ object: any Model) {
        if isRecording, recorded.last !== object { recorded.append(object) }
    }

    /// Notes that a side of a pair follows what the store, or the parent, has, which belongs to no step.
    func recordFollowing(_ object: any Model, _ relationship: Relationship, to key: ObjectKey?) {
        if isRecording { followed.append(FollowedSide(object, relationship, key)) }
    }

    /// Forgets what has changed since the last step.
    func forgetRecorded() {
        if !recorded.isEmpty { recorded = [] }
        if !followed.isEmpty { followed = [] }
    }

    /// The indexes of the touched objects, made at first use.
    var indexes: PendingIndexes {
        let indexes = pendingIndexes ?? PendingIndexes()
        pendingIndexes = indexes
        return indexes
    }

    /// Lets go of the indexes, because an object has changed otherwise than by its setters.
    func dropPendingIndexes() { pendingIndexes = nil }

    /// Notes that an object that is watched is about to change.
    func noteChange(of object: any Model) {
        pendingIndexes?.changed.append(object.objectState.slot)
        record(object)
    }
}
