/// The assignments of a batch update, bound to an entity.
struct BatchAssignments {
    private enum Source {
        case expression(BoundExpression)
        case constant(Value)
    }

    let entity: Entity
    private var sources: [(column: Int, source: Source)] = []
    /// The properties to set.
    private(set) var properties = PropertySet()
    /// The expressions to compute.
    private(set) var expressions: [ExpressionTree] = []

    /// Binds assignments.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a primary key, a property set twice, and no assignments;
    ///   ``GranaryError/Code/unsupported`` for a relationship whose other side is one object.
    init<M: Model>(_ assignments: [Assignment<M>], _ entity: Entity, _ binder: ExpressionBinder) throws {
        self.entity = entity
        if assignments.isEmpty { throw error(.query, "A batch update sets no property; name one.", []) }
        if let problem = assignments.lazy.compactMap(\.problem).first { throw problem }
        for assignment in Assignment.joiningParts(assignments) { try add(assignment, binder) }
    }

    private mutating func add<M: Model>(_ assignment: Assignment<M>, _ binder: ExpressionBinder) throws {
        let name = assignment.property
        let position = entity.attributePosition(name) ?? entity.relationship(name)?.property ?? -1
        if position < 0 {
            throw error(.query, "\(entity.name) has no stored property “\(name)” to set.", [name])
        }
        if properties.contains(position) {
            throw error(
                .query, "A batch update cannot set “\(name)” twice; keep one of the assignments.", [name])
        }
        let columns = entity.columns(ofProperty: position)
        // Stores find the row to write by its key, and others refer to it by that.
        if columns.contains(where: entity.keyColumns.contains) {
            throw error(
                .query, "A primary key cannot change; delete the objects and insert new ones.", [name])
        }
        properties.insert(position)
        switch assignment.value {
        case .expression(let tree):
            let bound = try binder.bind(tree)
            expressions.append(tree)
            sources.append((columns.lowerBound, .expression(bound)))
        case .constant(let value):
            if value.isNull, !entity.columns[columns.lowerBound].isOptional {
                throw missing(columns.lowerBound)
            }
            sources.append((columns.lowerBound, .constant(value)))
        case .key(let values):
            try checkInverse(name)
            for (index, column) in columns.enumerated() {
                sources.append((column, .constant(values.map { $0[index] } ?? .null)))
            }
        }
    }

    private func checkInverse(_ name: String) throws {
        // Each object that is set would have to take the partner from the one before, which only objects do (fix-up).
        guard entity.relationship(name)?.isOneToOne == true else { return }
        throw error(
            .unsupported,
            "“\(name)” leads to one object that refers back to one, so a batch cannot set it; set it on the objects.",
            [name])
    }

    /// The new values of a row.
    ///
    /// - Throws: ``GranaryError/Code/constraint`` where an expression is `nil` and its attribute must not be;
    ///   errors of the evaluation.
    func values(
        _ row: any EvaluationRow, in source: any EvaluationSource, only properties: PropertySet = .all
    ) throws -> AssignedRow {
        AssignedRow(
            try sources.compactMap { column, value in
                guard properties.contains(entity.columns[column].property) else { return nil }
                switch value {
                case .constant(let value): return (column, value)
                case .expression(let bound):
                    let value = try bound.evaluate(row, in: source)
                    if value.isNull, !entity.columns[column].isOptional { throw missing(column) }
                    return (column, value)
                }
            })
    }

    /// The properties to set that have no value in a row.
    func missing(in row: any EvaluationRow) throws -> PropertySet {
        var missing = PropertySet()
        for (column, _) in sources where try row.value(at: column).isNull {
            missing.insert(entity.columns[column].property)
        }
        return missing
    }

    private func missing(_ column: Int) -> GranaryError {
        let name = entity.propertyName(entity.columns[column].property)
        var error = error(
            .constraint, "A batch update gives “\(name)” no value in some object, and it must have one.",
            [name])
        error.context.constraint = .notNull
        return error
    }

    private func error(_ code: GranaryError.Code, _ message: String, _ properties: [String]) -> GranaryError {
        GranaryError(code, message, context: .init(entity: entity.name, properties: properties))
    }
}
