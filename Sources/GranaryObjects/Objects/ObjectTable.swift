/// The objects of one entity in one context; the only type that changes their states.
///
/// | Transition | from | to |
/// |---|---|---|
/// | `insert` | transient, detached | inserted |
/// | `load`, unguarded, since it runs for every row | transient, just made of a row | stored |
/// | `attach`, to a batch | stored | stored |
/// | `update`, by a newer row | stored, unchanged | stored |
/// | `markChanged`, first change | stored, deleted; unchanged | the same |
/// | `setChanges` | stored, deleted | the same |
/// | `discardChanges` | stored, deleted | the same |
/// | `invalidate` | stored, deleted | the same |
/// | `markDeleted` | stored; inserted, being saved | deleted |
/// | `replaceDeleted`, by a new one with the key | deleted | deleted |
/// | `revive` | deleted | stored |
/// | `revive`, being saved | deleted | inserted |
/// | `insertAgain`, after its row has gone | stored | inserted |
/// | `keepStored`, since its row has not gone | inserted | stored |
/// | `markSaved` | inserted, stored | stored |
/// | `detach` | inserted, stored, deleted | detached |
///
/// An object is being saved while a save in the background inserts or deletes its row. From any other phase a
/// transition does nothing and returns false; only `load` does not check, except in debug builds, which trap. In
/// addition, `setBack` returns an object to an earlier state, and `abandon` detaches one whose link is cut. The
/// transitions are in the file of ``ObjectState``, whose fields no other code can set.
@usableFromInline package final class ObjectTable {
    /// The entity.
    @usableFromInline package let entity: Entity
    @exclusivity(unchecked) private var knownType: (any Model.Type)?
    /// The index of the row's version, after the columns of the entity.
    @usableFromInline let versionColumn: Int
    /// The number of the entity's relationships to many.
    @usableFromInline let toManyCount: Int
    /// Whether a loaded object updates partners that were read earlier: in a child, whose parent may have changed.
    let tellsPartners: Bool
    /// Whether loading an object has an effect: it notifies partners, or its model has a hook.
    @usableFromInline package let tellsOfLoads: Bool
    /// The loaded objects by key.
    @usableFromInline package let map = IdentityMap()
    /// The touched objects in the order of the first touch, and some that are no longer touched.
    @exclusivity(unchecked) private(set) var list: ContiguousArray<any Model> = []
    /// How often an object was added to the list.
    @exclusivity(unchecked) private(set) var touches = 0
    /// Objects in the list that are no longer touched; they are removed together.
    @exclusivity(unchecked) private var forgotten: Set<ObjectIdentifier> = []
    /// Deleted objects whose keys others have taken, by key, the first one first; they are not in the map.
    ///
    /// There are several where a new one that is being saved was deleted and replaced too.
    @exclusivity(unchecked) private var replaced: [KeyBits: [any Model]] = [:]
    /// The keys of deleted new objects with a deny rule; the next save checks it.
    @exclusivity(unchecked) package private(set) var deniable: [KeyBits] = []
    /// Keys that have no row in the current snapshot.
    @exclusivity(unchecked) private var absent: Set<KeyBits> = []
    /// The objects that a save in the background is writing; whether the store already has them is not known.
    private var beingSaved: WrittenObjects?
    /// The number of changes that may affect the members of relationships to many with this entity as destination.
    package private(set) var epoch = 0
    /// Whether the lists of relationships to many are kept up to date when references to their owners change.
    ///
    /// False until the first access to a list; no loaded object has a list until then.
    @exclusivity(unchecked) package private(set) var keepsLists = false
    /// Indexes of touched objects by column values, made when a query first needs one.
    @exclusivity(unchecked) private var pendingIndexes: PendingIndexes?
    /// The position in the list of an unsaved object, as of the last call of ``hasChanges``.
    private var pendingHint = 0
    /// The objects that entered since the last time lists were built; some may have left again.
    @exclusivity(unchecked) private var fresh: ContiguousArray<any Model> = []
    /// The objects touched or about to change since the last undo step, possibly with duplicates.
    @exclusivity(unchecked) private(set) var recorded: ContiguousArray<any Model> = []
    /// The sides of pairs that were set to the store's or the parent's value since the last undo step.
    @exclusivity(unchecked) private(set) var followed: [FollowedSide] = []
    /// Whether `recorded` and `followed` are kept, because there is an undo history.
    @exclusivity(unchecked) private var isRecording = false
    /// The batch of the objects that were inserted in this context, or fetched one by one.
    @exclusivity(unchecked) private var loneBatch: LoadBatch?
    /// The known keys of new objects.
    @exclusivity(unchecked) @usableFromInline var newKeys = NewKeys()
    /// The number of keys generated in a context that never writes.
    private var unwrittenKeys: Int64 = 0

    /// Makes the empty table of an entity.
    package init(_ entity: Entity, inChild: Bool = false) {
        self.entity = entity
        tellsPartners = inChild && entity.hasPairs
        tellsOfLoads = tellsPartners || (entity.isHooked && entity.type is any DidLoad.Type)
        versionColumn = entity.columns.count
        toManyCount = entity.toMany.count
    }

    /// Notifies the partners of a loaded object, and then the object itself.
    @usableFromInline func didLoad(_ object: any Model, in graph: ObjectGraph?) {
        if tellsPartners { graph?.pairs.tellPartners(of: object, self) }
        guard entity.isHooked, let hooked = object as? any DidLoad else { return }
        if let graph { graph.lookup.callDidLoad(of: hooked, entity) } else { hooked.didLoad() }
    }

    /// The model of the entity; `nil` for an entity without a Swift type.
    package var type: (any Model.Type)? {
        if let knownType { return knownType }
        knownType = entity.type as? any Model.Type
        return knownType
    }

    /// The model of the entity, for code that reads its rows.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for an entity without a Swift type, which has no objects.
    func modelType() throws -> any Model.Type {
        if let type { return type }
        throw GranaryError(
            .schema,
            "\(entity.name) has no Swift type in this schema, so its rows cannot be objects. Add the model to one of its configurations.",
            context: .init(entity: entity.name))
    }

    /// Notes the model of the entity when it is known, which saves a dynamic cast.
    func setType<M: Model>(_ type: M.Type) { if knownType == nil { knownType = type } }

    /// The object with a key, if it is loaded.
    package func object<M: Model>(_ bits: KeyBits, as type: M.Type) -> M? {
        map.object(bits).map { unsafeDowncast($0, to: type) }  // safe: the map holds this type only.
    }

    /// The batch of objects that were not fetched together: relationships are loaded for each of them alone.
    func loneBatch(_ link: @autoclosure () -> GraphLink) -> LoadBatch {
        if let loneBatch { return loneBatch }
        let batch = LoadBatch(link: link(), entity: entity, isLone: true)
        loneBatch = batch
        return batch
    }

    /// Makes the next object that is fetched alone start a new batch.
    func endLoneBatch() { loneBatch = nil }

    /// A key for an object of a context that never writes: negative, or for an unsigned type downward from the largest.
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
        touched.filter { $0._objectState.phase == phase && $0._objectState.isPending }
    }

    /// The keys of stored objects that the context has changed or deleted: those among `bits`, or all.
    ///
    /// An object whose insertion is being saved, and which is deleted already, is none of them: a stored row with its
    /// key is another one's, and the save is refused.
    func unsavedKeys(among bits: Set<KeyBits> = [], all: Bool = true) -> [ObjectKey] {
        touched.lazy.filter { object in
            object._objectState.isPending && object._objectState.phase != .inserted
                && (all || bits.contains(object.erasedKey.bits)) && !self.isBeingInserted(object)
        }.map(\.erasedKey)
    }

    /// Computes the changes of an object again, and discards them if its values equal the stored ones.
    func dropSettledChanges(of object: any Model) {
        guard object._objectState.phase == .stored, let changes = object._objectState.changes else { return }
        var changed = changes.original.differences(fromAny: object.anySnapshot)
        // The changes being saved may be in the store already.
        changed.formUnion(propertiesBeingSaved(of: object))
        if changed.isEmpty {
            discardChanges(of: object)
        } else {
            setChanges(of: object, to: ChangeRecord(original: changes.original, changed))
        }
    }

    /// Whether anything was inserted, changed or deleted since the last save.
    ///
    /// Complexity: O(1) on average, as objects rarely lose their changes one by one from the end of the list.
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
        object._objectState.isPending && !isForgotten(object)
    }

    /// Whether an object in the list is no longer touched.
    func isForgotten(_ object: any Model) -> Bool {
        !forgotten.isEmpty && forgotten.contains(ObjectIdentifier(object))
    }

    /// Adds an object to the touched ones.
    func addTouched(_ object: any Model) {
        // The list may still hold it, from before it was forgotten.
        if isForgotten(object) { compactList() }
        if isRecording { recorded.append(object) }
        list.append(object)
        touches += 1
    }

    /// Adds an object that has just entered the context to the touched ones.
    func addNew(_ object: any Model) {
        addTouched(object)
        if keepsLists { fresh.append(object) }
    }

    /// Removes an object from the touched ones.
    ///
    /// Complexity: O(1) on average, and O(touched) once at the next access to the touched objects.
    func removeTouched(_ object: any Model) {
        record(object)
        forgotten.insert(ObjectIdentifier(object))
        // Compact when half of the list is forgotten, so that it does not grow without limit while no code reads it.
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
        // Last, because deallocating an object may run any code.
        withExtendedLifetime((before, freshBefore)) {}
    }

    /// Empties the list, and returns the touched objects.
    func emptyList() -> ContiguousArray<any Model> {
        let touched = touched
        (list, fresh, forgotten, replaced, pendingIndexes) = ([], [], [], [:], nil)
        return touched
    }

    /// Removes the objects that were marked saved, or that have left the context, from the touched ones.
    ///
    /// The caller keeps them, since deallocating an object may run any code.
    ///
    /// Complexity: O(touched).
    func dropUntouched() {
        if !forgotten.isEmpty { compactList() }
        list.removeAll { !$0._objectState.isTouched }
        fresh.removeAll { !$0._objectState.isTouched }
        (pendingIndexes, pendingHint) = (nil, 0)
    }

    /// Notes what a save in the background is writing.
    func setBeingSaved(_ objects: WrittenObjects?) { beingSaved = objects }

    /// Whether a save in the background is inserting or deleting the row of an object.
    package func isBeingSaved(_ object: any Model) -> Bool {
        beingSaved?.memory(of: object).map { $0.state.phase != .stored } ?? false
    }

    /// Whether a save in the background is inserting the row of an object.
    func isBeingInserted(_ object: any Model) -> Bool {
        beingSaved?.memory(of: object)?.state.phase == .inserted
    }

    /// The properties of a row that a save in the background is changing.
    func propertiesBeingSaved(of object: any Model) -> PropertySet {
        let memory = beingSaved?.memory(of: object)
        return memory.map { $0.state.phase == .stored ? $0.changed : PropertySet() } ?? PropertySet()
    }

    /// Returns the objects that entered since the last call; some may have left again.
    func drainFresh() -> ContiguousArray<any Model> {
        defer { fresh = [] }
        return fresh
    }
}

// MARK: Deleted objects whose keys new ones have taken

extension ObjectTable {
    /// The first deleted object whose key a new one has taken: the one that owns the row.
    package func replaced(_ bits: KeyBits) -> (any Model)? { replaced.isEmpty ? nil : replaced[bits]?.first }

    /// Whether another object has taken the key of a deleted one, so that references by that key mean the other.
    package func isReplaced(_ object: any Model) -> Bool {
        if replaced.isEmpty || object._objectState.phase != .deleted { return false }
        return replaced[object.erasedKey.bits]?.contains { $0 === object } ?? false
    }

    /// The deleted objects whose keys new ones have taken.
    package var replacedObjects: [any Model] { replaced.values.flatMap(\.self) }

    /// Whether keys of deleted objects have been taken.
    var hasReplaced: Bool { !replaced.isEmpty }

    func addReplaced(_ object: any Model) { replaced[object.erasedKey.bits, default: []].append(object) }

    func dropReplaced(_ object: any Model, _ bits: KeyBits) {
        guard !replaced.isEmpty, let others = replaced[bits]?.filter({ $0 !== object }) else { return }
        replaced[bits] = others.isEmpty ? nil : others
    }

    /// Removes and returns the deleted object that had a key before another one, now gone, took it.
    func removeReplaced(_ bits: KeyBits) -> (any Model)? {
        guard !replaced.isEmpty, map.place(of: bits) == nil, let earlier = replaced[bits]?.last else {
            return nil
        }
        dropReplaced(earlier, bits)
        return earlier
    }

    /// Notes the key of a deleted new object with a deny rule.
    func addDeniable(_ bits: KeyBits) { deniable.append(bits) }

    /// Forgets the keys of deleted new objects.
    func removeDeniable() { deniable = [] }

    /// Forgets the keys of the first deleted new objects, which a save has checked.
    func removeDeniable(first count: Int) { deniable.removeFirst(min(count, deniable.count)) }
}

// MARK: Keys without a row

extension ObjectTable {
    /// Whether any key is known to have no row.
    @usableFromInline var hasAbsent: Bool { !absent.isEmpty }

    /// Whether a key is known to have no row.
    @usableFromInline package func isAbsent(_ bits: KeyBits) -> Bool { absent.contains(bits) }

    /// Notes that a key has no row.
    package func markAbsent(_ bits: KeyBits) { absent.insert(bits) }

    /// Notes that a key has, or will have, a row.
    @usableFromInline func removeAbsent(_ bits: KeyBits) { absent.remove(bits) }

    /// Notes that any key may have a row.
    package func clearAbsent() { if !absent.isEmpty { absent = [] } }
}

// MARK: Lists of relationships to many

extension ObjectTable {
    /// Marks the members of relationships to many with this destination as outdated.
    package func invalidateMembers() { epoch += 1 }

    /// Begins to keep the lists up to date.
    func beginKeepingLists() { keepsLists = true }

    /// Drops the lists of every relationship to many of the loaded objects.
    package func dropMembers() {
        guard keepsLists else { return }
        keepsLists = false
        func drop<M: Model>(_ type: M.Type) {
            for place in 0..<map.end {
                guard let object = map.object(at: UInt32(truncatingIfNeeded: place)) else { continue }
                let owner = unsafeDowncast(object, to: type)  // safe: the map holds this type only.
                for position in 0..<toManyCount { owner._setMembers(nil, at: position) }
            }
        }
        if let type { drop(type) }
    }
}

// MARK: Records for undo and indexes

extension ObjectTable {
    /// Starts or stops recording objects that may have changed since the last undo step.
    func setRecording(_ isRecording: Bool) {
        self.isRecording = isRecording
        (recorded, followed) = ([], [])
    }

    /// Records that an object may have changed since the last undo step.
    func record(_ object: any Model) {
        if isRecording, recorded.last !== object { recorded.append(object) }
    }

    /// Records that a side of a pair was set to the store's or the parent's value, which belongs to no undo step.
    func recordFollowing(_ object: any Model, _ relationship: Relationship, to key: ObjectKey?) {
        if isRecording { followed.append(FollowedSide(object, relationship, key)) }
    }

    /// Removes the object recorded last.
    func dropLastRecorded() { _ = recorded.popLast() }

    /// Returns the sides of pairs recorded since the last call, and forgets them.
    func drainFollowed() -> [FollowedSide] {
        if followed.isEmpty { return [] }
        defer { followed = [] }
        return followed
    }

    /// Discards the record since the last undo step.
    func clearRecorded() {
        if !recorded.isEmpty { recorded = [] }
        if !followed.isEmpty { followed = [] }
    }

    /// The indexes of the touched objects, created at first use.
    var indexes: PendingIndexes {
        let indexes = pendingIndexes ?? PendingIndexes()
        pendingIndexes = indexes
        return indexes
    }

    /// Drops the indexes, because an object has changed by other means than its setters.
    func dropPendingIndexes() { pendingIndexes = nil }

    /// Notes that a watched object is about to change.
    func recordChange(of object: any Model) {
        pendingIndexes?.changed.append(object._objectState.slot)
        record(object)
    }
}
