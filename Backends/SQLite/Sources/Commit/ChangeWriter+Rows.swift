internal import CSQLite
internal import GranaryStore
internal import GranarySQL

extension ChangeWriter {
    /// Checks that rows have the versions that the context has read.
    mutating func require(_ batch: DeleteBatch) throws {
        let table = try store.table(of: batch.entity)
        let statement = try writer.statements(of: table).versionOfRow()
        for (key, version) in batch.rows {
            try interruption.check()
            _ = try statement.bind(key, at: 1)
            let isThere = try statement.step()
            let isSame = isThere && (version == nil || statement.integer(at: 0) == version)
            statement.reset()
            if !isSame { addConflict(key, table) }
        }
    }

    /// Deletes rows; one that is gone, or has another version, is a conflict.
    mutating func delete(_ batch: DeleteBatch) throws {
        let table = try store.table(of: batch.entity)
        let statements = writer.statements(of: table)
        for (key, version) in batch.rows {
            try interruption.check()
            let statement = try statements.delete(hasVersion: version != nil)
            let next = try statement.bind(key, at: 1)
            if let version { try statement.bind(Value.integer(version), at: next) }
            try run(statement, table)
            // The statement compares the version itself, which saves a read for each row.
            if writer.changes == 0 { addConflict(key, table) }
        }
    }

    /// Inserts rows.
    mutating func insert(_ batch: InsertBatch) throws {
        let table = try store.table(of: batch.entity)
        let entity = table.entity
        let statement = try writer.statements(of: table).insert()
        let pointer = statement.pointer
        let expected = entity.columns.count + 1
        columns.begin(statement, watching: table.integerKey)
        for row in batch.rows {
            columns.beginRow()
            try row.encode(.all, of: entity, into: columns)
            columns.integer(version, at: table.versionColumn)
            try columns.finishRow(at: store.place)
            guard columns.written == expected else { throw incomplete(table) }
            let code = sqlite3_step(pointer)
            sqlite3_reset(pointer)
            if code != SQLITE_DONE { throw failure(code, table) }
            try interruption.check()
        }
        if table.integerKey >= 0, !batch.rows.isEmpty { try record(largest: columns.largest, of: table) }
    }

    private func incomplete(_ table: EntityTable) -> GranaryError {
        GranaryError(
            .invalidObject,
            "A row of \(table.entity.name) did not write every column once, so it was not saved; correct its `encode`.",
            context: .init(entity: table.entity.name))
    }

    /// Adds missing pairs and removes existing ones.
    mutating func link(_ batch: LinkBatch) throws {
        guard let definition = store.layout.tables.first(where: { $0.name == batch.table.name }) else {
            throw store.place.error(.query, "The table of pairs “\(batch.table.name)” is not in this store.")
        }
        let table = try store.table(of: batch.table.firstEntity)
        // Removals first, so that a pair in both lists remains.
        for (pairs, text) in [(batch.removed, definition.removePair), (batch.added, definition.addPair)]
        where !pairs.isEmpty {
            let statement = try writer.statement(text)
            for (first, second) in pairs {
                try interruption.check()
                _ = try statement.bind(second, at: try statement.bind(first, at: 1))
                try run(statement, table)
            }
        }
    }
}
