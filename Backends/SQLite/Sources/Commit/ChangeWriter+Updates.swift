internal import CSQLite
internal import GranaryStore
internal import GranarySQL

extension ChangeWriter {
    /// Changes rows; one that is gone, or has another version, is a conflict.
    ///
    /// A row whose unique values another row still has is parked and written at the end, when that row has
    /// given them up.
    mutating func update(_ batch: UpdateBatch) throws {
        let table = try store.table(of: batch.entity)
        var parking = UniqueParking(table, writer, store.place)
        for row in batch.rows {
            try interruption.check()
            let code = try write(row, table, checkingVersion: true)
            if code == SQLITE_DONE {
                if writer.changes == 0 { addConflict(row.key, table) }
                // SQLite checks uniqueness at each statement, but only the final state of a save counts, see
                // Docs/Decisions/sqlite-tables-and-values.md.
            } else if EngineError(code: code, message: "").isUniqueViolation, parking.canPark(row.properties)
            {
                try parking.park(row)
            } else {
                throw failure(code, table)
            }
        }
        for row in parking.rows {
            // Parking has found the row, and only this transaction can have changed it since.
            let code = try write(row, table, checkingVersion: false)
            if code != SQLITE_DONE { throw failure(code, table) }
            if writer.changes == 0 || !parking.hadVersion(row) { addConflict(row.key, table) }
        }
    }

    /// Writes a row; the engine's answer.
    private func write(_ row: UpdateBatch.Row, _ table: EntityTable, checkingVersion: Bool) throws -> Int32 {
        let expected = checkingVersion ? row.version : nil
        let statement = try writer.statements(of: table).update(
            .init(properties: row.properties, hasVersion: expected != nil))
        columns.begin(statement)
        columns.beginRow()
        try encode(row, table)
        columns.integer(version, at: table.versionColumn)
        try columns.finishRow(at: store.place)
        if let expected { sqlite3_bind_int64(statement.pointer, table.oldVersionParameter, expected) }
        _ = try statement.bind(row.key, at: table.keyParameter)
        let code = sqlite3_step(statement.pointer)
        sqlite3_reset(statement.pointer)
        return code
    }

    /// Lets the row write the columns of its properties, except for those of the key, which the statement does not set.
    private func encode(_ row: UpdateBatch.Row, _ table: EntityTable) throws {
        var properties = row.properties
        for column in table.entity.keyColumns { properties.remove(table.entity.columns[column].property) }
        try row.source.encode(properties, of: table.entity, into: columns)
    }
}
