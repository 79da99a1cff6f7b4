package import Granary

/// Sessions without a context, for promises about the store contract itself.
extension ConformanceBench {
    /// An entity of the kit's models.
    func entity(_ name: String) throws -> Entity {
        try unwrap(stack.schema.entity(name), "the entity \(name)")
    }

    /// The open store that holds an entity.
    func store(of name: String) throws -> any Store {
        let coordinator = try stack.coordinator()
        return coordinator.members[try coordinator.storeIndex(of: try entity(name))].store
    }

    /// Runs a closure with a session of an entity's store, and ends the session.
    @discardableResult
    func withSession<R>(
        of name: String, _ body: (_ session: any StoreSession, _ entity: Entity) throws -> R
    ) throws -> R {
        let session = try store(of: name).makeSession()
        defer { session.end() }
        return try body(session, try entity(name))
    }

    /// Whether a store counts the objects of a query itself, as opposed to leaving that to the core.
    func counts<M: Model>(_ query: Query<M>) throws -> Bool {
        try withSession(of: M.modelDescription.name) { session, entity in
            var request = FetchRequest(entity: entity)
            request.predicate = query.predicate
            return try session.count(request) != nil
        }
    }

    /// Whether a store computes an aggregate of all rows of an entity itself, as opposed to leaving that to the core.
    func computes(_ column: AggregateRequest.Column, of name: String) throws -> Bool {
        try withSession(of: name) { session, entity in
            var request = AggregateRequest(rows: FetchRequest(entity: entity))
            request.columns = [column]
            return try session.aggregate(request) != nil
        }
    }

    /// Whether a store computes values for all rows of an entity itself, as opposed to leaving that to the core.
    func selects(_ columns: [ExpressionTree], of name: String) throws -> Bool {
        try withSession(of: name) { session, entity in
            try session.select(SelectRequest(rows: FetchRequest(entity: entity), columns: columns)) != nil
        }
    }

    /// Commits changes in a separate session and expects success.
    @discardableResult
    func commit(_ name: String, _ changes: (Entity) -> ChangeSet) throws -> Int64 {
        try withSession(of: name) { session, entity in
            try session.committed(changes(entity))
        }
    }
}

extension StoreSession {
    /// Commits changes and expects no conflict; returns the version.
    @discardableResult
    func committed(_ changes: ChangeSet, line: Int = #line, file: String = #fileID) throws -> Int64 {
        let result = try commit(changes)
        try expectEqual(result.conflicts, [], "conflicts", line: line, file: file)
        return result.version
    }

    /// The rows of a request without a condition or a range, each with its version last.
    ///
    /// They are sorted by key if the store leaves sorting to the core.
    func rows(_ request: FetchRequest) throws -> [[Value]] {
        let answer = try fetch(request)
        try expect(answer.remaining.isSubset(of: .sort), "a plain request was not answered in full")
        let rows = try RowList.read(answer.cursor, of: request.entity)
        return answer.remaining.isEmpty ? rows : RowList.byKey(rows, request.entity)
    }

    /// The number of rows of a request without a condition or a range; counted here if the store leaves that to the
    /// core.
    func counted(_ request: FetchRequest) throws -> Int {
        try count(request) ?? rows(request).count
    }

    /// The rows of an entity in key order, without their versions.
    func everything(of entity: Entity) throws -> [[Value]] {
        try rows(FetchRequest(entity: entity)).map { Array($0.dropLast()) }
    }

    /// The version of a row; `nil` if there is no row.
    func version(of key: ObjectKey, _ entity: Entity) throws -> Int64? {
        var request = FetchRequest(entity: entity)
        request.selection = .keys([key])
        guard case .integer(let version)?? = try rows(request).first?.last else { return nil }
        return version
    }
}

extension ChangeSet {
    /// Inserts rows, given by the names of their properties.
    package static func inserting(_ entity: Entity, _ rows: [String: Value]...) -> ChangeSet {
        var changes = ChangeSet()
        changes.insert(entity, rows)
        return changes
    }

    /// Adds rows, given by the names of their properties.
    package mutating func insert(_ entity: Entity, _ rows: [[String: Value]]) {
        inserts.append(InsertBatch(entity: entity, rows: rows.map { Record(of: entity, $0) }))
    }

    /// Changes properties of one row.
    package static func updating(
        _ entity: Entity, _ key: ObjectKey, version: Int64?, _ values: [String: Value]
    ) -> ChangeSet {
        var changes = ChangeSet()
        changes.update(entity, key, version: version, values)
        return changes
    }

    /// Adds a change of one row.
    package mutating func update(
        _ entity: Entity, _ key: ObjectKey, version: Int64?, _ values: [String: Value]
    ) {
        var properties = PropertySet()
        for position in 0..<entity.propertyCount where values[entity.propertyName(position)] != nil {
            properties.insert(position)
        }
        let row = UpdateBatch.Row(
            key: key, version: version, source: Record(of: entity, values), properties: properties)
        updates.append(UpdateBatch(entity: entity, rows: [row]))
    }

    /// Deletes one row.
    package static func deleting(_ entity: Entity, _ key: ObjectKey, version: Int64?) -> ChangeSet {
        var changes = ChangeSet()
        changes.deletes = [DeleteBatch(entity: entity, rows: [(key, version)])]
        return changes
    }
}
