extension Backfill: ObjectFilling {
    /// Fills the missing values of the objects that the next save inserts or changes.
    package func fill(unsavedIn graph: ObjectGraph) throws {
        guard let entity = graph.schema.entity(of: M.self), let table = graph.tables.used(entity.index),
            table.hasChanges
        else { return }
        let pending: [M] = table.pendingObjects()
        switch rule {
        case .code(let fill):
            guard let condition = unfilled.predicate else { return }
            for object in try graph.filter(pending, condition) { try object.filling(entity, fill) }
        case .assignments(let assignments):
            let assigned = try BatchAssignments(assignments, entity, graph.binder(entity))
            let source = ObjectSource(graph)
            for object in pending {
                let row = ObjectRow(object, of: entity)
                guard let found = try assigned.found(for: row, in: source, object.erasedKey) else { continue }
                try object.assign(found.row, found.properties, entity)
            }
        }
    }
}

extension Model {
    /// Runs code that fills the object.
    ///
    /// - Throws: any error from the closure, with the object's entity and key.
    func filling(_ entity: Entity, _ fill: (Self) throws -> Void) throws {
        do {
            try fill(self)
        } catch {
            throw GranaryError.notFilled(entity, erasedKey, error)
        }
    }

    /// Sets attributes to stored values, as their setters would.
    fileprivate func assign(_ values: AssignedRow, _ properties: PropertySet, _ entity: Entity) throws {
        var columns = try columnValues(of: entity)
        for (column, value) in values.values { columns[column] = value }
        let filled = try Self(columns: columns, of: entity).snapshot
        for position in 0..<entity.propertyCount where properties.contains(position) { _willChange(position) }
        _restore(properties, from: filled)
    }
}
