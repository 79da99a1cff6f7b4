internal import GranaryStore
internal import GranarySQL

/// Which constraint of the schema a failed statement has violated, by the names that the server reports.
struct ConstraintFailure {
    private let violated: (GranaryError) -> GranaryError
    private let failure: EngineError

    /// Finds the constraint; `nil` when the failure is about none of the schema.
    init?(_ failure: EngineError, _ store: PostgreSQLStore) {
        self.failure = failure
        guard let name = failure.table, let table = store.layout.tables.first(where: { $0.name == name })
        else {
            return nil
        }
        let entity = store.layout.entity(ofTable: name)
        if failure.isReferenceViolation {
            let position = table.referenceNames.firstIndex { $0 == failure.constraint }
            guard let position else { return nil }
            if let entity {
                let constraint = ViolatedConstraint(entity, reference: table.references[position].columns)
                violated = { constraint.described($0) }
            } else {
                let owner = store.layout.links.first { $0.name == name }?.firstEntity.name
                violated = { ViolatedConstraint.pair(in: name, of: owner, $0) }
            }
            return
        }
        guard let entity, let constraint = Self.constraint(failure, entity, table) else { return nil }
        violated = { constraint.described($0) }
    }

    private static func constraint(_ failure: EngineError, _ entity: Entity, _ table: TableDefinition)
        -> ViolatedConstraint?
    {
        let positions = { (names: [String]) in
            names.compactMap { name in entity.columns.firstIndex { $0.name == name } }
        }
        if failure.isNullViolation, let column = failure.column {
            return ViolatedConstraint(entity, columns: positions([column]), .notNull)
        }
        guard failure.isUniqueViolation else { return nil }
        if let unique = table.indexes.first(where: { $0.isUnique && $0.name == failure.constraint }) {
            return ViolatedConstraint(entity, columns: positions(unique.columns), .unique)
        }
        return ViolatedConstraint(entity, columns: entity.keyColumns, .primaryKey)
    }

    /// The failure as an error that names entity, properties and constraint.
    func error(at place: StorePlace) -> GranaryError {
        violated(place.error(.constraint, ""))
    }
}
