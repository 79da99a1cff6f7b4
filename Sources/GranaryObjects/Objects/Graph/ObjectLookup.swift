/// Finds the objects of a context by their keys, and loads those that are missing.
///
/// It loads objects through an ``ObjectLoading``, its only reference to a folder above this one. Code that runs once per
/// look-up is inlinable, so that the compiler specializes it for each model.
@usableFromInline package final class ObjectLookup {
    /// The table of each entity, by the entity's position in the schema.
    @usableFromInline let tables: ObjectTables
    /// The stores: the store of each entity, and the reporting of operations.
    @usableFromInline let access: StoreAccess
    /// Assigns keys to new objects.
    let keys: KeyAssigner
    /// Whether access to a relationship that is not loaded is an error.
    private let loadsStrictly: Bool
    /// Loads objects; the context owns both.
    unowned(unsafe) var loader: (any ObjectLoading)?  // safe: its deinit empties this.
    /// The errors that could not be thrown where they happened.
    @exclusivity(unchecked) var errors = KeptErrors()
    /// The objects that code is expected to look up; `nil` except for code that goes through rows.
    @exclusivity(unchecked) package var expected: ExpectedObjects?
    /// The entity whose `didLoad` runs.
    @exclusivity(unchecked) private var hookedLoad: Entity?
    /// The number of objects and pairs visited to call hooks, and to apply unsaved changes to queries, lists and undo
    /// steps.
    @exclusivity(unchecked) package private(set) var lookedAt = 0
    @exclusivity(unchecked) @usableFromInline var lastTable: (type: ObjectIdentifier, table: ObjectTable)?

    /// Starts without objects.
    init(_ access: StoreAccess, _ tables: ObjectTables, _ keys: KeyAssigner, loadsStrictly: Bool) {
        self.access = access
        self.tables = tables
        self.keys = keys
        self.loadsStrictly = loadsStrictly
    }

    /// Counts visited objects and pairs.
    func countVisited(_ count: Int) { lookedAt += count }

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
            errors.keep(
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
        errors.keep(
            GranaryError(
                .strictLoading,
                "\(relationship.label) is not loaded and this context loads strictly. Add `.prefetching { $0.\(relationship.name) }` to the query.",
                context: .init(entity: relationship.owner.name, properties: [relationship.name])))
        return false
    }

    /// The table of a model; the table of the last call is found without hashing.
    @inlinable package func table<M: Model>(of type: M.Type) throws -> ObjectTable {
        if let lastTable, lastTable.type == ObjectIdentifier(type) { return lastTable.table }
        return try otherTable(of: type)
    }

    @usableFromInline func otherTable<M: Model>(of type: M.Type) throws -> ObjectTable {
        try access.requireOpen()
        let table = tables[try access.coordinator.entity(of: type).index]
        table.setType(type)
        lastTable = (ObjectIdentifier(type), table)
        return table
    }

    /// The entry of new objects of a model.
    func entry<M: Model>(of type: M.Type) throws -> ObjectEntry {
        let table = try table(of: type)
        return ObjectEntry(keys, table, tables.loneBatch(table))
    }

    /// Makes the next look-up of a model notice that the context is closed.
    func clearLastTable() { lastTable = nil }

    /// The object with a key; loads it if necessary.
    package func anyObject(_ key: ObjectKey, of entity: Entity) throws -> (any Model)? {
        if let object = tables.loadedObject(key.bits, of: entity) { return object }
        guard !tables[entity.index].isAbsent(key.bits) else { return nil }
        try loader?.loadObjects([key], of: entity)
        return tables.loadedObject(key.bits, of: entity)
    }
}

// MARK: Objects by their keys

extension ObjectLookup {
    /// The object with a key: the loaded one, else from its store.
    @inlinable package func object<M: Model>(_ type: M.Type, with key: M.Key) throws -> M? {
        let bits = key.keyBits
        // A loaded object is found before anything is called that may release the table, so that the table need not be
        // retained.
        if let lastTable, lastTable.type == ObjectIdentifier(type),
            let known = lastTable.table.map.object(bits)
        {
            return undeleted(known, as: type)
        }
        return try missingObject(type, key, bits)
    }

    /// The object with a key, unless the table of the last call holds it.
    @inlinable func missingObject<M: Model>(_ type: M.Type, _ key: M.Key, _ bits: KeyBits) throws -> M? {
        let table = try table(of: type)
        if let known = table.map.object(bits) { return undeleted(known, as: type) }
        if try readyForLookup(bits, in: table), let known = table.map.object(bits) {
            return undeleted(known, as: type)
        }
        if table.hasAbsent, table.isAbsent(bits) { return nil }
        if access.isBracketed { return try observedFind(type, key.objectKey, table) }
        return try find(type, key.objectKey, table)
    }

    /// A loaded object as its model, unless it is deleted.
    @inlinable func undeleted<M: Model>(_ known: AnyObject, as type: M.Type) -> M? {
        let object = unsafeDowncast(known, to: type)  // safe: the map holds this type only.
        return object._objectState.phase == .deleted ? nil : object
    }

    /// Prepares the context for a request to a store; returns whether this may have loaded objects.
    ///
    /// Unless the context reads the newest state, it reads one snapshot until the next save, so a look-up has nothing
    /// to merge.
    @usableFromInline func readyForLookup(_ bits: KeyBits, in table: ObjectTable) throws -> Bool {
        if access.readsNewest {
            try access.follower?.beginReading()
            return true
        }
        sweepIfDue(table)
        return expected?.load(for: bits, in: table, by: loader) ?? false
    }

    @usableFromInline func observedFind<M: Model>(_ type: M.Type, _ key: ObjectKey, _ table: ObjectTable)
        throws
        -> M?
    {
        try access.perform(.find, type, rows: { $0 == nil ? 0 : 1 }) { try find(type, key, table) }
    }

    /// Fetches the object with a key from its store; it joins the batch of objects fetched alone.
    @inlinable func find<M: Model>(
        _ type: M.Type, _ key: ObjectKey, _ table: ObjectTable
    ) throws -> M? {
        guard let cursor = try row(key, table) else { return nil }
        let reader = ObjectReader(cursor, table, tables.loneBatch(table))
        defer { reader.row.cursor.close() }
        do { return try reader.object(type) } catch { throw located(error, key, table) }
    }

    /// A cursor on the row with a key; `nil` if there is no row, which is noted.
    @usableFromInline func row(_ key: ObjectKey, _ table: ObjectTable) throws -> (any RowCursor)? {
        guard let cursor = try loader?.row(key, of: table.entity) else {
            // A row may appear in a parent without notice.
            if !tables.areOfChild { table.markAbsent(key.bits) }
            return nil
        }
        access.countRows()
        return cursor
    }

    /// Adds entity and key to the error of a row that cannot be read.
    @usableFromInline func located(_ error: any Error, _ key: ObjectKey, _ table: ObjectTable)
        -> any Error
    {
        guard var located = error as? GranaryError, located.code == .malformed else { return error }
        located.context.entity = located.context.entity ?? table.entity.name
        located.context.key = key
        return located
    }

    /// Releases unchanged objects that the program does not hold, in every entity that has grown enough.
    func sweepIfDue() {
        for table in tables { sweepIfDue(table) }
    }

    /// Does the same for one entity.
    func sweepIfDue(_ table: ObjectTable) {
        guard table.map.count >= table.map.sweepThreshold else { return }
        table.type?._sweep(LoadedObjects(table), at: nil)
    }
}
