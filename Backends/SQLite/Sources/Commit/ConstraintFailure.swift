internal import CSQLite
internal import Granary
internal import GranarySQL

/// Which constraint of the schema a failed statement has violated.
///
/// SQLite names only the columns, as `Table.column, Table.column`. Since names may contain dots and commas,
/// its text is compared with what it would be for each constraint of the entity, and never taken apart.
struct ConstraintFailure {
    private let entity: Entity
    private let properties: [String]
    private let kind: GranaryError.Constraint
    private let code: Int32

    /// Finds the constraint; `nil` when the failure is about none of the schema.
    init?(_ failure: EngineError, _ table: EntityTable) {
        entity = table.entity
        code = failure.code
        let name: (Int) -> String = { [entity] in "\(entity.table).\(entity.columns[$0].name)" }
        if failure.isUniqueViolation {
            let constraints = [entity.keyColumns] + entity.uniques
            let violated = constraints.firstIndex { columns in
                failure.message == "UNIQUE constraint failed: \(columns.map(name).joined(separator: ", "))"
            }
            guard let violated else { return nil }
            kind = violated == 0 ? .primaryKey : .unique
            properties = Self.properties(of: constraints[violated], entity)
        } else if failure.code == SQLITE_CONSTRAINT | 5 << 8 {
            let column = entity.columns.indices.first {
                failure.message == "NOT NULL constraint failed: \(name($0))"
            }
            guard let column else { return nil }
            kind = .notNull
            properties = Self.properties(of: [column], entity)
        } else {
            return nil
        }
    }

    /// The names of the properties that some columns belong to, each once.
    static func properties(of columns: [Int], _ entity: Entity) -> [String] {
        var names: [String] = []
        for column in columns {
            let name = entity.propertyName(entity.columns[column].property)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The failure as an error that names entity, properties and constraint.
    func error(at place: StorePlace) -> GranaryError {
        let names = properties.joined(separator: ", ")
        let message =
            switch kind {
            case .primaryKey:
                "Another object of \(entity.name) has the same primary key (\(names)). Give this one another key, or change the other."
            case .notNull:
                "\(entity.name).\(names) is required but has no value. Give it one, or make it optional."
            default:
                "Another object of \(entity.name) has the same value of \(names), which must be unique. Change one of the two."
            }
        var error = place.error(.constraint, message, engineCode: code)
        error.context.entity = entity.name
        error.context.properties = properties
        error.context.constraint = kind
        return error
    }
}
