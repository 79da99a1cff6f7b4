internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// Which constraint of the schema a failed statement has violated.
///
/// SQLite names only the columns, as `Table.column, Table.column`. Since names may contain dots and commas, its text is
/// compared with the text for each constraint of the entity, and never parsed.
struct ConstraintFailure {
    private let violated: ViolatedConstraint
    private let code: Int32

    /// Finds the constraint; `nil` when the failure is about none of the schema.
    init?(_ failure: EngineError, _ table: EntityTable) {
        let entity = table.entity
        code = failure.code
        let name: (Int) -> String = { "\(entity.table).\(entity.columns[$0].name)" }
        if failure.isUniqueViolation {
            let constraints = [entity.keyColumns] + entity.uniques
            let violated = constraints.firstIndex { columns in
                failure.message == "UNIQUE constraint failed: \(columns.map(name).joined(separator: ", "))"
            }
            guard let violated else { return nil }
            self.violated = ViolatedConstraint(
                entity, columns: constraints[violated], violated == 0 ? .primaryKey : .unique)
        } else if failure.code == SQLITE_CONSTRAINT | 5 << 8 {
            // SQLITE_CONSTRAINT_NOTNULL (SQLite manual, rescode).
            let column = entity.columns.indices.first {
                failure.message == "NOT NULL constraint failed: \(name($0))"
            }
            guard let column else { return nil }
            violated = ViolatedConstraint(entity, columns: [column], .notNull)
        } else {
            return nil
        }
    }

    /// The failure as an error that names entity, properties and constraint.
    func error(at place: StorePlace) -> GranaryError {
        violated.described(place.error(.constraint, "", engineCode: code))
    }
}
