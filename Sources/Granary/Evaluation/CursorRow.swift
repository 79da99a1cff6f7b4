/// The row under a cursor, for the evaluation of expressions; it leads to no other rows.
final class CursorRow: EvaluationRow {
    private let cursor: any RowCursor
    private let entity: Entity

    init(_ cursor: any RowCursor, of entity: Entity) {
        self.cursor = cursor
        self.entity = entity
    }

    /// The version of the row.
    var version: Int64 { get throws { try cursor.integer(at: entity.columns.count) } }

    func value(at column: Int) throws -> Value {
        guard entity.columns.indices.contains(column) else { return .null }
        return try cursor.value(at: column, as: entity.columns[column].type)
    }
}
