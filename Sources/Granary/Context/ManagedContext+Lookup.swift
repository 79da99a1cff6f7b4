/// Objects by their keys.
///
/// What runs once per look-up can be inlined, so that it is compiled with the models it finds.
extension ManagedContext {
    /// The object with an identity, from this context if it is loaded, else from its store.
    public func object<M: Model>(_ id: ObjectID<M>) throws -> M? { try M.object(with: id.key, in: self) }

    /// The object with a key, from this context if it is loaded, else from its store.
    @inlinable package func object<M: Model>(_ type: M.Type, with key: M.Key) throws -> M? {
        let table = try table(of: type)
        let bits = key.keyBits
        if let known = table.map.object(bits) { return undeleted(known, as: type) }
        if try readyForLookup(in: table), let known = table.map.object(bits) {
            return undeleted(known, as: type)
        }
        if table.hasAbsent, table.isAbsent(bits) { return nil }
        if isBracketed { return try observedFind(type, key.objectKey) }
        return try find(type, key.objectKey, table)
    }

    /// The objects with some keys that exist, in the order of the keys: those that are loaded from this context, the
    /// others in one request from their store.
    ///
    /// Complexity: O(keys).
    func objects<M: Model>(_ type: M.Type, with keys: [ObjectKey]) throws -> [M] {
        try observed(.fetch, type, rows: { $0.count }) {
            let table = try table(of: type)
            try beginReading()
            var request = FetchRequest(entity: table.entity)
            let wanted = keys.filter { table.map.place(of: $0.bits) == nil && !table.isAbsent($0.bits) }
            request.selection = .keys(wanted)
            let found = wanted.isEmpty ? [] : try objects(type, request)
            return withExtendedLifetime(found) {
                keys.compactMap { key in
                    table.object(key.bits, as: type).flatMap { undeleted($0, as: type) }
                }
            }
        }
    }

    @inlinable func undeleted<M: Model>(_ known: AnyObject, as type: M.Type) -> M? {
        let object = unsafeDowncast(known, to: type)  // safe: the map holds this type only.
        return object.objectState.phase == .deleted ? nil : object
    }

    /// Readies the context for a request to a store; true when it may have loaded objects meanwhile.
    ///
    /// One snapshot is read until the next save, so nothing has to be taken in before a look-up where the
    /// context does not read the newest state.
    @usableFromInline func readyForLookup(in table: ObjectTable) throws -> Bool {
        if options.readsNewest {
            try beginReading()
            return true
        }
        sweepIfDue(table)
        return false
    }

    /// Whether something is to be done before or after each operation.
    @usableFromInline var isBracketed: Bool {
        options.readsNewest || parent != nil || coordinator.observer != nil
    }

    @usableFromInline func observedFind<M: Model>(_ type: M.Type, _ key: ObjectKey) throws -> M? {
        let table = try table(of: type)
        return try observed(.find, type, rows: { $0 == nil ? 0 : 1 }) { try find(type, key, table) }
    }

    /// Fetches the object with a key from its store, as an object that was fetched with no others.
    @inlinable func find<M: Model>(
        _ type: M.Type, _ key: ObjectKey, _ table: ObjectTable
    ) throws -> M? {
        guard let cursor = try row(key, table) else { return nil }
        let reader = ObjectReader(cursor, table, loneBatch(table))
        defer { reader.row.cursor.close() }
        do { return try reader.object(type) } catch { throw located(error, key, table) }
    }

    /// The error of a row that cannot be read, with its entity and key.
    @usableFromInline func located(_ error: any Error, _ key: ObjectKey, _ table: ObjectTable)
        -> any Error
    {
        guard var located = error as? GranaryError, located.code == .malformed else { return error }
        located.context.entity = located.context.entity ?? table.entity.name
        located.context.key = key
        return located
    }

    /// A cursor on the row with a key; without a row, notes that there is none.
    @usableFromInline func row(_ key: ObjectKey, _ table: ObjectTable) throws -> (any RowCursor)? {
        statistics.storeRequests += 1
        guard let cursor = try requestedRow(key, table) else {
            // What a parent does not have may come into it unnoticed.
            if parent == nil { table.noteAbsent(key.bits) }
            return nil
        }
        statistics.rowsFetched += 1
        return cursor
    }

    private func requestedRow(_ key: ObjectKey, _ table: ObjectTable) throws -> (any RowCursor)? {
        let entity = table.entity
        if let lookup = try lookup(in: table) { return try lookup.row(key, of: entity) }
        var request = FetchRequest(entity: entity)
        request.selection = .keys([key])
        let cursor = try session(of: entity).fetch(request).cursor
        if try cursor.advance() { return cursor }
        cursor.close()
        return nil
    }

    /// The session with an entity's store as one that finds single rows by key, if it can.
    private func lookup(in table: ObjectTable) throws -> (any LookupSession)? {
        if !isSnapshotDue, !isSnapshotUnread, let lookup = table.lookup {
            try cancellation?.check()
            return lookup
        }
        let lookup = try session(of: table.entity) as? any LookupSession
        table.lookup = .some(lookup)
        return lookup
    }

    /// The batch of objects that belong to no fetch: they load what they refer to each for itself.
    @usableFromInline package func loneBatch(_ table: ObjectTable) -> LoadBatch {
        table.loneBatch(link)
    }
}
