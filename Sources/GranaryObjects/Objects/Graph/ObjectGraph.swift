/// The objects of a context, their unsaved changes, and the rules that keep both sides of relationships consistent.
///
/// It belongs to the user of its context. It loads missing objects through an ``ObjectLoading``, its only reference to
/// a folder above this one.
@_documentation(visibility: private)
public final class ObjectGraph {
    /// The schema of the stack.
    package let schema: Schema
    /// The table of each entity, by the entity's position in the schema.
    @usableFromInline package let tables: ObjectTables
    /// The stores: the store of each entity, and the reporting of operations.
    @usableFromInline package let access: StoreAccess
    /// Assigns keys to new objects.
    let keys: KeyAssigner
    /// Whether access to a relationship that is not loaded is an error.
    private let loadsStrictly: Bool
    /// Whether the objects are read from a parent context, which does not report its changes.
    @usableFromInline package let isChild: Bool
    /// Whether the captures of the schema are asked about saves; set once, when the context is made.
    var capturesSaves = false
    /// What they are given with each save.
    var captureChoice: (any Sendable)?
    /// Loads objects; the context owns both.
    unowned(unsafe) var loader: (any ObjectLoading)?  // safe: its deinit empties this.
    /// The unsaved pairs of many-to-many relationships.
    @exclusivity(unchecked) private(set) var links = PendingLinks()
    /// The effects of the delete rules for the unsaved deletions.
    @exclusivity(unchecked) private(set) var deletions = Deletions()
    /// The objects that must be unchanged in their stores at the next save.
    @exclusivity(unchecked) private(set) var requirements = Requirements()
    /// The keys of objects that others have changed and that were not reloaded, because they have unsaved changes.
    @exclusivity(unchecked) private(set) var outdated = OutdatedKeys()
    /// The objects that have left because others have deleted them.
    @exclusivity(unchecked) private var gone = GoneObjects()
    /// An error that could not be thrown where it happened.
    @exclusivity(unchecked) package private(set) var keptError: GranaryError?
    /// The number of objects and pairs visited to call hooks, and to apply unsaved changes to queries, lists and undo
    /// steps.
    @exclusivity(unchecked) package private(set) var lookedAt = 0
    /// The objects that code is expected to look up; `nil` except for code that goes through rows.
    @exclusivity(unchecked) package var expected: ExpectedObjects?
    /// The entity whose `didLoad` runs.
    @exclusivity(unchecked) private var hookedLoad: Entity?
    @exclusivity(unchecked) @usableFromInline var lastTable: (type: ObjectIdentifier, table: ObjectTable)?

    /// Starts without objects.
    init(
        _ access: StoreAccess, _ tables: ObjectTables, _ keys: KeyAssigner, loadsStrictly: Bool
    ) {
        self.access = access
        self.tables = tables
        self.keys = keys
        self.loadsStrictly = loadsStrictly
        schema = access.coordinator.schema
        isChild = access.parent != nil
        tables.graph = self
    }

    deinit {
        // Every object that enters has the link, so without it nothing has entered since the last reset.
        if tables.areLinked { reset() }
        tables.graph = nil
    }

    /// Counts visited objects and pairs.
    func countVisited(_ count: Int) { lookedAt += count }
}

// MARK: Unsaved state beside the objects

// No other file sets these values. Each function is one call of the value that it changes, which the compiler inlines.
extension ObjectGraph {
    /// Makes a pair to be noted, numbered after all earlier ones.
    func makePair(_ first: any Model, _ second: any Model, wasConnected: Bool) -> LinkPair {
        links.makePair(first, second, wasConnected: wasConnected)
    }

    /// Notes a pair as added, removed or neither.
    func notePair(_ pair: LinkPair, _ table: String, as change: Bool?) {
        links.note(pair, table, as: change)
    }

    /// Removes the pending change of a pair.
    func forgetPair(_ pair: LinkPair, _ table: String) { links.forget(pair, table) }

    /// Forgets the pairs of one table.
    func forgetPairs(in table: String) { links.removeAll(in: table) }

    /// Records that the current pairs are being written, or no longer are.
    func setPairsBeingSaved(_ areBeingSaved: Bool) { links.setBeingSaved(areBeingSaved) }

    /// The unsaved pairs of some objects in the order of noting, whether each is added, and the number of objects or
    /// pairs visited.
    func unsavedPairs(of owners: OwnerMap, _ table: LinkTable, isFirst: Bool) -> (
        found: [(pair: LinkPair, added: Bool)], visited: Int
    ) {
        links.pairs(of: owners, table, isFirst: isFirst)
    }

    /// Starts or stops recording changed pairs for the undo history.
    func setRecordingPairs(_ isRecording: Bool) { links.setRecording(isRecording) }

    /// Records that pairs may have changed since the last undo step.
    func recordPairs(_ pairs: some Sequence<LinkPair>, of table: String) { links.record(pairs, of: table) }

    /// Forgets that a pair was recorded.
    func dropRecordedPair(_ pair: LinkPair, of table: String) { links.dropRecorded(pair, of: table) }

    /// Forgets the pairs recorded since the last undo step.
    func forgetRecordedPairs() { links.forgetRecorded() }

    /// Records the effects of the delete rules for a deletion.
    func noteDeletion(_ deletion: Deletion) { deletions.note(deletion) }

    /// Notes that the program deleted an object itself.
    func noteOwnDeletion(of object: any Model) { deletions.name(object) }

    /// Removes and returns the record of a deletion that was given up or carried out.
    @discardableResult
    func forgetDeletion(of object: any Model) -> Deletion? { deletions.remove(object) }

    /// Notes that a deletion no longer reaches an object; returns the record of the object's own deletion.
    func forgetCause(_ cause: any Model, ofDeleting object: any Model) -> Deletion? {
        deletions.remove(cause: cause, of: object)
    }

    /// Removes the records of all deletions.
    func forgetDeletions() { deletions.removeAll() }

    /// Requires that an object's row stays in its current state.
    func addRequirement(_ object: any Model, of entity: Entity) { requirements.add(object, of: entity) }

    /// Adds the requirements of a child.
    func addRequirements(_ others: [Requirement]) { requirements.add(others) }

    /// Requires that an object's row stays in its current state, instead of its former one.
    func renewRequirement(_ object: any Model) { requirements.renew(object) }

    /// Sets the requirements of the next save.
    func replaceRequirements(_ others: [Requirement]) { requirements.set(to: others) }

    /// Forgets every requirement.
    func forgetRequirements() { requirements.removeAll() }

    /// Forgets the requirements of some entities.
    func forgetRequirements(of entities: Set<String>) { requirements.removeAll(of: entities) }

    /// Notes that others have changed the object with a key, which was not reloaded.
    func noteOutdated(_ bits: KeyBits, of entity: Entity) { outdated.insert(bits, of: entity) }

    /// Forgets that others have changed the object with a key; returns whether they have.
    @discardableResult
    func forgetOutdated(_ bits: KeyBits, of entity: Entity) -> Bool { outdated.remove(bits, of: entity) }

    /// Forgets that others have changed objects.
    func forgetOutdated() { outdated.removeAll() }

    /// Removes and returns the keys of all outdated objects, by the entity's position.
    func takeOutdated() -> [Int: Set<KeyBits>] { outdated.takeAll() }

    /// Removes the unsaved pairs, the records of deletions, and the requirements.
    func forgetUnsaved() {
        links.removeAll()
        deletions.removeAll()
        requirements.removeAll()
    }

    /// Restores the pairs and requirements of an earlier point in time, and the records of deletions if they are given.
    func restoreUnsaved(
        _ pairs: [String: [LinkPair: Bool]], _ requirements: [Requirement], _ deletions: Deletions? = nil
    ) {
        links.set(to: pairs)
        self.requirements.set(to: requirements)
        if let deletions { self.deletions = deletions }
    }
}

// MARK: Kept errors

extension ObjectGraph {
    /// Keeps an error that cannot be thrown here; the next save, or the end of the unit of work, throws it.
    package func keep(_ error: GranaryError) {
        // Later errors are often consequences, since a relationship that failed to load has read as empty.
        if keptError == nil { keptError = error }
    }

    /// Throws the kept error, if there is one; it stays until the context is rolled back or reset.
    ///
    /// It is thrown too if the program has changed an object that others have deleted, which nothing would save.
    package func throwKept() throws {
        if let keptError { throw keptError }
        if let object = gone.changed() { throw changeOfGone(object, "others had deleted it") }
    }

    /// Forgets the kept error, and the changes of objects that others have deleted.
    func forgetKeptError() {
        keptError = nil
        gone.forgetChanges()
    }

    /// Removes an object from the context whose row others have deleted.
    func detachGone(_ object: any Model, _ table: ObjectTable) {
        if table.detach(object) { gone.note(object) }
    }

    /// Forgets which objects others have deleted.
    func forgetGone() { gone.removeAll() }

    /// The error of a change of an object that is deleted.
    func changeOfGone(_ object: any Model, _ reason: String, _ properties: [String] = []) -> GranaryError {
        let name = type(of: object).modelDescription.name
        var error = GranaryError(
            .invalidObject,
            "An object of \(name) was changed after \(reason), so nothing would store the change. Roll back, and leave the object alone or insert it again.",
            context: .init(entity: name, properties: properties))
        error.context.key = object.erasedKey
        return error
    }

    /// The error to keep when a relationship cannot be loaded.
    func loadError(_ relationship: Relationship, _ error: any Error) -> GranaryError {
        if let error = error as? GranaryError, error.code == .cancelled { return error }
        return GranaryError(
            (error as? GranaryError)?.code ?? .unavailable,
            "Loading \(relationship.label) failed, so it read as empty. Correct the cause and roll back.",
            context: .init(entity: relationship.owner.name, properties: [relationship.name]), cause: error)
    }

    /// Notifies an object that it is loaded; it may not load relationships during the call.
    func callDidLoad(of object: any DidLoad, _ entity: Entity) {
        let before = hookedLoad
        hookedLoad = entity
        defer { hookedLoad = before }
        object.didLoad()
    }

    /// Whether an access may load a relationship; with strict loading and in `didLoad` it may not, and an error is
    /// kept.
    func mayLoadImplicitly(_ relationship: Relationship) -> Bool {
        if let hookedLoad {
            keep(
                GranaryError(
                    .invalidObject,
                    "`didLoad` of \(hookedLoad.name) read \(relationship.label), which is not loaded: that would load objects in the middle of a fetch. Read relationships after the fetch.",
                    context: .init(entity: relationship.owner.name, properties: [relationship.name])))
            return false
        }
        if !loadsStrictly {
            access.countImplicitLoad()
            return true
        }
        keep(
            GranaryError(
                .strictLoading,
                "\(relationship.label) is not loaded and this context loads strictly. Add `.prefetching { $0.\(relationship.name) }` to the query.",
                context: .init(entity: relationship.owner.name, properties: [relationship.name])))
        return false
    }
}

// MARK: Tables

extension ObjectGraph {
    /// The table of a model; the table of the last call is found without hashing.
    @inlinable package func table<M: Model>(of type: M.Type) throws -> ObjectTable {
        if let lastTable, lastTable.type == ObjectIdentifier(type) { return lastTable.table }
        return try otherTable(of: type)
    }

    @usableFromInline func otherTable<M: Model>(of type: M.Type) throws -> ObjectTable {
        try access.requireOpen()
        let table = tables[try access.coordinator.entity(of: type).index]
        table.note(type)
        lastTable = (ObjectIdentifier(type), table)
        return table
    }

    /// Makes the next look-up of a model notice that the context is closed.
    func forgetLastTable() { lastTable = nil }

    /// The object with a key; loads it if necessary.
    package func anyObject(_ key: ObjectKey, of entity: Entity) throws -> (any Model)? {
        if let object = tables.loadedObject(key.bits, of: entity) { return object }
        guard !tables[entity.index].isAbsent(key.bits) else { return nil }
        try loader?.loadObjects([key], of: entity)
        return tables.loadedObject(key.bits, of: entity)
    }

    /// Marks a stored object touched at its first change.
    @usableFromInline package func didChange(_ object: any Model) {
        if let table = tables.table(of: object) { table.touch(object) }
    }

    /// Whether a save would write anything.
    package var hasChanges: Bool { !links.isEmpty || tables.contains { $0.hasChanges } }
}
