/// The row under a cursor, for the evaluation of expressions; it leads to no other rows.
package final class CursorRow: EvaluationRow {
    private let cursor: any RowCursor
    private let entity: Entity

    /// Makes the row that a cursor is at, and will be at.
    package init(_ cursor: any RowCursor, of entity: Entity) {
        self.cursor = cursor
        self.entity = entity
    }

    /// The version of the row.
    package var version: Int64 { get throws { try cursor.integer(at: entity.columns.count) } }

    package func value(at column: Int) throws -> Value {
        guard entity.columns.indices.contains(column) else { return .null }
        return try cursor.value(at: column, as: entity.columns[column].type)
    }
}
