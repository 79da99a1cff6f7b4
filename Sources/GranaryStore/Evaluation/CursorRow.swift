/// The row under a cursor, for the evaluation of expressions; it cannot follow relationships.
package final class CursorRow: EvaluationRow {
    private let cursor: any RowCursor
    /// The kinds of the columns; the version follows the last one.
    private let types: [AttributeType]

    /// Makes a row that moves with a cursor.
    package init(_ cursor: any RowCursor, of entity: Entity) {
        self.cursor = cursor
        types = entity.columns.map(\.type)
    }

    /// The version of the row.
    package var version: Int64 { get throws { try cursor.integer(at: types.count) } }

    package func value(at column: Int) throws -> Value {
        guard types.indices.contains(column) else { return .null }
        return try cursor.value(at: column, as: types[column])
    }

    package func integer(at column: Int) throws -> FoundInteger {
        guard types.indices.contains(column) else { return .null }
        guard types[column] == .integer else { return .other }
        return cursor.isNull(at: column) ? .null : .integer(try cursor.integer(at: column))
    }
}
