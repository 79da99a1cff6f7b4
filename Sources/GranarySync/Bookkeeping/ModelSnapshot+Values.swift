import Granary

extension ModelSnapshot {
    /// Makes a snapshot of stored values by column.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for values that the model does not have.
    init(columns: [Value], of entity: Entity) throws {
        let cursor = ValueCursor(rows: [columns])
        _ = try cursor.advance()
        self = try Object(_from: Row(cursor, of: entity)).snapshot
    }
}
