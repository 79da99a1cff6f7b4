/// The row under a cursor, for the evaluation of expressions; it cannot follow relationships.
package final class CursorRow: EvaluationRow {
    private let cursor: any RowCursor
    private let entity: Entity

    /// Makes a row that moves with a cursor.
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
