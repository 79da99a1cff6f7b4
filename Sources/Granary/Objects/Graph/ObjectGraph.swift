/// The objects of a context, what is unsaved of them, and the rules that keep their relationships in step.
///
/// It belongs to the user of its context. What it has not loaded it asks a ``ObjectLoading`` for, the only arrow
/// that points up from here.
@_documentation(visibility: private)
public final class ObjectGraph {
    /// The schema of the stack.
    package let schema: Schema
    /// What is known of each entity, by the entity's position in the schema.
    package let tables: ObjectTables
    /// The stores, for which entity lies where, and for what is reported.
    @usableFromInline package let access: StoreAccess
    /// The keys for new objects.
    let keys: KeyAssigner
    /// Whether access to a relationship that is not loaded is an error.
    private let loadsStrictly: Bool
    /// Whether the objects are read from a parent context, which does not tell what changes in it.
    @usableFromInline let isChild: Bool
    /// What loads objects; the context owns both.
    unowned(unsafe) var loader: (any ObjectLoading)?  // safe: its deinit empties this.
    /// The pairs of many-to-many relationships that are to be saved.
    var links = PendingLinks()
    /// What delete rules did for the deletions that are to be saved.
    var deletions = Deletions()
    /// What must be unchanged in its store at the next save.
    var requirements = Requirements()
    /// What others have changed and was not read again, because of changes of its own.
    var outdated = OutdatedKeys()
    /// An error that could not be thrown where it happened.
    package private(set) var keptError: GranaryError?
    /// Whether the lists of relationships to many of some table's objects have been kept up to date since the
    /// last reset.
    @exclusivity(unchecked) private(set) var keepsLists = false
    /// How many objects and pairs have been looked at so that unsaved changes count in queries, lists and steps to
    /// undo.
    @exclusivity(unchecked) package private(set) var lookedAt = 0
    @exclusivity(unchecked) private var storedLink: GraphLink?
    @exclusivity(unchecked) @usableFromInline var lastTable: (type: ObjectIdentifier, table: ObjectTable)?

    /// Begins without objects.
    init(
        _ access: StoreAccess, _ tables: ObjectTables, _ keys: KeyAssigner, loadsStrictly: Bool
    ) {
        self.access = access
        self.tables = tables
        self.keys = keys
        self.loadsStrictly = loadsStrictly
        schema = access.coordinator.schema
        isChild = access.parent != nil
    }

    deinit { reset() }

    /// The way from the objects to this graph.
    @usableFromInline package var link: GraphLink {
        if let storedLink { return storedLink }
        let link = GraphLink(self)
        storedLink = link
        return link
    }

    /// Cuts the way from every object to this graph.
    func dropLink() {
        for table in tables { table.forgetLoneBatch() }
        storedLink?.cut()
        storedLink = nil
    }

    /// Counts objects and pairs that were looked at.
    func countVisited(_ count: Int) { lookedAt += count }

    /// Notes that lists of some table are kept up to date from now on, or that none is any more.
    func setKeepingLists(_ keepsLists: Bool) { self.keepsLists = keepsLists }
}

// MARK: Errors that wait

extension ObjectGraph {
    /// Keeps an error that could not be thrown where it happened; the next save and the end of the unit of
    /// work throw it.
    package func keep(_ error: GranaryError) {
        if keptError == nil { keptError = error }
    }

    /// Throws the error that was kept, if any; it stays kept until the context is rolled back or reset.
    package func throwKept() throws {
        if let keptError { throw keptError }
    }

    /// Forgets the error that was kept.
    func forgetKeptError() { keptError = nil }

    /// The error that is kept when a relationship cannot be loaded.
    func loadError(_ relationship: Relationship, _ error: any Error) -> GranaryError {
        if let error = error as? GranaryError, error.code == .cancelled { return error }
        return GranaryError(
            (error as? GranaryError)?.code ?? .unavailable,
            "Loading \(relationship.label) failed, so it read as empty. Correct the cause and roll back.",
            context: .init(entity: relationship.owner.name, properties: [relationship.name]), cause: error)
    }

    /// Whether a relationship may be loaded because it is looked at; where loading is strict it may not.
    func mayLoadImplicitly(_ relationship: Relationship) -> Bool {
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
    /// The table of an object of this graph.
    package func table(of object: any Model) -> ObjectTable? {
        guard let batch = object.objectState.batch, batch.link === storedLink else { return nil }
        return tables[batch.entity.index]
    }

    /// The table of a model; the one that was asked for last is found without hashing.
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

    /// Has the next look-up of a model find out that the context is closed.
    func forgetLastTable() { lastTable = nil }

    /// The loaded object with the bits of a key, if it is loaded.
    package func loadedObject(_ bits: KeyBits, of entity: Entity) -> (any Model)? {
        let table = tables[entity.index]
        guard let type = table.type else { return nil }
        func find<T: Model>(_ type: T.Type) -> (any Model)? { table.object(bits, as: type) }
        return find(type)
    }

    /// The object with a key, loaded if need be.
    package func anyObject(_ key: ObjectKey, of entity: Entity) throws -> (any Model)? {
        if let object = loadedObject(key.bits, of: entity) { return object }
        guard !tables[entity.index].isAbsent(key.bits) else { return nil }
        try loader?.loadObjects([key], of: entity)
        return loadedObject(key.bits, of: entity)
    }

    /// Notes that a stored object has its first change.
    @usableFromInline package func didChange(_ object: any Model) {
        if let table = table(of: object) { table.touch(object) }
    }

    /// Whether a save would write anything.
    package var hasChanges: Bool { !links.isEmpty || tables.contains { $0.hasChanges } }

    /// The touched objects in one phase.
    func touched(in phase: ObjectPhase) -> [any Model] { tables.flatMap { $0.touched(in: phase) } }

    /// The batch of objects that belong to no fetch: they load what they refer to each for itself.
    @usableFromInline package func loneBatch(_ table: ObjectTable) -> LoadBatch {
        table.loneBatch(link)
    }
}

extension Model {
    /// The primary key without its type.
    package var erasedKey: ObjectKey { objectKey.objectKey }

    /// The key of what a relationship to one refers to, by its position among those to one.
    package func referenceKey(at position: Int) -> ObjectKey? {
        if case .key(let key) = reference(at: position) { key } else { nil }
    }

    /// The snapshot where the type is not known.
    var anySnapshot: any ModelSnapshot { snapshot }

    /// ``restore(_:from:)`` where the type is not known; a snapshot of another model is ignored.
    package func restoreAny(_ properties: PropertySet, from snapshot: any ModelSnapshot) {
        if objectState.isWatched { tellWatchers() }
        if let snapshot = snapshot as? Snapshot { restore(properties, from: snapshot) }
    }

    /// Sets what a relationship to one refers to, by its position among those to one, and nothing else; the table of
    /// an object that is watched is told.
    package func refer(to reference: AnyReference, at position: Int) {
        if objectState.isWatched { tellWatchers() }
        setReference(reference, at: position)
    }
}
