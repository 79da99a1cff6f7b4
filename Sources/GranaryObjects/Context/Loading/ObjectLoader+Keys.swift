/// Objects by their keys.
extension ObjectLoader {
    /// A cursor on the row with a key; `nil` if the row does not exist.
    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)? {
        access.countRequests()
        if let lookup = try access.lookup(of: entity) { return try lookup.row(key, of: entity) }
        var request = FetchRequest(entity: entity)
        request.selection = .keys([key])
        let cursor = try access.session(of: entity).fetch(request).cursor
        if try cursor.advance() { return cursor }
        cursor.close()
        return nil
    }

    /// The objects with some keys; the caller holds them.
    func objects(_ keys: [ObjectKey], of entity: Entity) throws -> [any Model] {
        if keys.isEmpty { return [] }
        func load<M: Model>(_ type: M.Type) throws -> [any Model] {
            var request = FetchRequest(entity: entity)
            request.selection = .keys(keys)
            // One by one: to convert the array, Swift asks the runtime about the type of each object.
            return try objects(type, request).map { $0 as any Model }
        }
        return try load(graph.tables[entity.index].modelType())
    }

    /// Loads objects by their keys in one request, and notes keys without a row as absent.
    ///
    /// - Throws: the error of a row that cannot be read, after the others have been loaded.
    func loadObjects(_ keys: [ObjectKey], of entity: Entity) throws {
        let table = graph.tables[entity.index]
        func load<M: Model>(_ type: M.Type) throws -> [GranaryError] {
            var request = FetchRequest(entity: entity)
            request.selection = .keys(keys)
            do {
                _ = try objects(type, request)
                return []
            } catch let error as GranaryError where error.code == .malformed && keys.count > 1 {
                let malformed = MalformedRows()
                _ = try objects(type, request, passing: malformed)
                return malformed.errors
            }
        }
        let errors = try load(table.modelType())
        let unreadable = Set(errors.compactMap { $0.context.key?.bits })
        // Without its key, the row could be any that seems to be absent.
        if unreadable.count == errors.count {
            for key in keys where table.map.object(key.bits) == nil && !unreadable.contains(key.bits) {
                table.markAbsent(key.bits)
            }
        }
        if let first = errors.first { throw first }
    }

    /// Reads loaded objects without changes again in one request, and detaches those whose rows are gone.
    func reload(_ keys: [(KeyBits, ObjectKey)], _ table: ObjectTable) throws {
        if keys.isEmpty { return }
        func reload<M: Model>(_ type: M.Type) throws {
            var request = FetchRequest(entity: table.entity)
            request.selection = .keys(keys.map(\.1))
            let present = Set(try objects(type, request).map { ObjectIdentifier($0) })
            for (bits, _) in keys {
                guard let object = table.object(bits, as: type),
                    !present.contains(ObjectIdentifier(object)), object._objectState.isClean
                else { continue }
                graph.pairs.leaveLists(object, table)
                graph.lookup.detachGone(object, table)
            }
        }
        try reload(table.modelType())
    }

    /// The current rows of a store, as objects outside the context, with their versions.
    func currentRows<M: Model>(_ type: M.Type, _ keys: [ObjectKey], of entity: Entity) throws
        -> [KeyBits: StoreVersion<M>]
    {
        var request = FetchRequest(entity: entity)
        request.selection = .keys(keys)
        access.countRequests()
        let answer = try access.session(of: entity).fetch(request)
        defer { answer.cursor.close() }
        var rows: [KeyBits: StoreVersion<M>] = [:]
        while try answer.cursor.advance() {
            let row = Row(answer.cursor, of: entity)
            let version = try answer.cursor.integer(at: entity.columns.count)
            do {
                // Outside of contexts: an object of this one would keep the changes that it has here.
                rows[try M._keyBits(in: row)] = StoreVersion(object: try M(_from: row), version: version)
            } catch {
                throw answer.cursor.located(error, of: entity)
            }
        }
        return rows
    }
}
