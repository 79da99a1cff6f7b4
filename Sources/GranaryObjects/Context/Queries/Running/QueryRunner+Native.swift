extension QueryRunner {
    /// Runs a query in the engine's own language in the store of a model; returns its rows.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` when the store has no query language; errors of the engine.
    func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    {
        try access.perform(.native, M.self, rows: { $0.count }) { try answer(query, model, kinds) }
    }

    private func answer<M: Model>(_ query: NativeQuery, _ model: M.Type, _ kinds: [AttributeType]) throws
        -> [[Value]]
    {
        if let problem = query.problem { throw problem }
        let entity = try access.coordinator.entity(of: model)
        try merger.beginReading()
        let statement = try resolve(query, entity)
        access.countRequests()
        let answer = try nativeSession(entity).fetch(statement)
        defer { answer.cursor.close() }
        guard answer.columns.count == kinds.count else {
            throw GranaryError(
                .query,
                "The native query has \(answer.columns.count) columns and \(kinds.count) types are asked for; name a type for each column.",
                context: .init(entity: entity.name))
        }
        var rows: [[Value]] = []
        while try answer.cursor.advance() {
            rows.append(try kinds.indices.map { try Self.value(answer, $0, kinds[$0]) })
        }
        return rows
    }

    private static func value(_ answer: NativeAnswer, _ column: Int, _ kind: AttributeType) throws -> Value {
        do {
            return try answer.cursor.value(at: column, as: kind)
        } catch GranaryError.Code.malformed {
            throw GranaryError(
                .malformed,
                "Column \(column + 1) of the native query, “\(answer.columns[column])”, does not hold a value of the kind \(kind.rawValue); ask for another type, or convert it in the query."
            )
        }
    }

    /// Replaces names of models and properties by those of tables and columns; all must be in the entity's store.
    private func resolve(_ query: NativeQuery, _ entity: Entity) throws -> NativeStatement {
        let plain = query.entitiesInReadableForm
        let parts: [NativeStatement.Part] = try query.parts.map { part in
            switch part {
            case .text(let text): return .text(text)
            case .parameter(let value): return .parameter(value)
            case .table(let name): return .identifier(try present(name, beside: entity).table)
            case .readable(let name): return .readable(try present(name, beside: entity).table)
            case .column(let name, let property):
                let part = try column(property, of: present(name, beside: entity))
                guard plain.contains(name), case .column(let column, let type) = part else { return part }
                return .column(column, [.date, .uuid, .decimal].contains(type) ? .text : type)
            }
        }
        return NativeStatement(parts: parts, entity: entity)
    }

    private func present(_ name: String, beside entity: Entity) throws -> Entity {
        if let found = graph.schema.entity(name), access.coordinator.isSameStore(found, entity) {
            return found
        }
        throw GranaryError(
            .query, "The native query names \(name), which is not in the store of \(entity.name).",
            context: .init(entity: name))
    }

    private func column(_ property: String, of entity: Entity) throws -> NativeStatement.Part {
        if let position = entity.attributePosition(property) { return Self.part(entity.columns[position]) }
        if let columns = entity.relationship(property)?.columns, columns.count == 1 {
            return Self.part(entity.columns[columns.lowerBound])
        }
        throw GranaryError(
            .query, "“\(property)” has no single column that a native query could name.",
            context: .init(entity: entity.name, properties: [property]))
    }

    private static func part(_ column: Column) -> NativeStatement.Part {
        .column(column.name, column.type)
    }

    /// The session of the store itself, also for a child.
    private func nativeSession(_ entity: Entity) throws -> any NativeSession {
        // A parent has objects instead of tables, so it is skipped, with its unsaved changes.
        var root = access
        while let parent = root.parent { root = parent }
        if let session = try root.session(of: entity) as? any NativeSession { return session }
        let type = access.coordinator.members[try access.coordinator.storeIndex(of: entity)].type
        var error = GranaryError(
            .unsupported,
            "Stores of the type “\(type)” have no language of their own; ask with a query of the context instead.",
            context: .init(entity: entity.name))
        error.context.storeType = type.name
        throw error
    }
}
