internal import Granary

extension CommitBuilder {
    /// Writes the rows that were deleted or changed: first everything that goes away, then what comes.
    func writePending() throws {
        let readers = try pendingReaders()
        for change in pending where change.isChange {
            guard let (old, _) = readers[change.table] else { continue }
            try interrupt.check()
            try old.load(key: change.old.key, record: change.old.record)
            writes = true
            remove(old, change)
        }
        for change in pending where change.isChange {
            guard let new = change.new, let (_, reader) = readers[change.table] else { continue }
            try interrupt.check()
            try reader.load(key: new.key, record: new.record)
            batch.put(new.key, new.record)
            try addEntries(of: reader, changed: change.properties)
            try noteReferences(of: reader, changed: change.properties)
        }
    }

    /// Two readers for each table that has such rows.
    private func pendingReaders() throws -> [Int: (RowReader, RowReader)] {
        var readers: [Int: (RowReader, RowReader)] = [:]
        for table in Set(pending.map(\.table)) {
            readers[table] = (RowReader(layout.tables[table]), RowReader(layout.tables[table]))
        }
        return readers
    }

    /// Removes a row that is deleted, and the entries of indexes that do not lead to it any more.
    private func remove(_ row: RowReader, _ change: PendingRow) {
        let isDeleted = change.new == nil
        if isDeleted {
            batch.delete(row.key)
            _ = removed.add(row.key)
        }
        for index in row.table.indexes
        where isDeleted || !index.properties.intersection(change.properties).isEmpty {
            entryKey.removeAll()
            entryValue.removeAll()
            index.appendEntry(of: row, to: entryKey, value: entryValue)
            batch.delete(entryKey.bytes)
            _ = removed.add(entryKey.bytes)
        }
    }

    /// Adds the entries of the indexes of some properties.
    ///
    /// - Throws: `GranaryError.Code.constraint` when another row has the same unique values.
    func addEntries(of row: RowReader, changed properties: PropertySet) throws {
        for index in row.table.indexes where !index.properties.intersection(properties).isEmpty {
            try addEntry(of: row, index)
        }
    }

    @inline(__always) func addEntry(of row: RowReader, _ index: IndexLayout) throws {
        entryKey.removeAll()
        entryValue.removeAll()
        index.appendEntry(of: row, to: entryKey, value: entryValue)
        if index.isUnique, entryValue.count > 0 { try checkUnique(row.table, index) }
        batch.put(entryKey.bytes, entryValue.bytes)
    }

    /// Checks that nobody else has the values of the entry in ``entryKey``.
    private func checkUnique(_ table: TableLayout, _ index: IndexLayout) throws {
        guard unique.add(entryKey.bytes) else { throw Self.duplicate(table, index.columns, .unique) }
        if try uniqueAbsence.isAbsent(entryKey.bytes) || removed.find(entryKey.bytes) != nil { return }
        throw Self.duplicate(table, index.columns, .unique)
    }
}

extension CommitBuilder.PendingRow {
    /// Whether the row is deleted or written, and not only looked at.
    fileprivate var isChange: Bool { new !== old }
}
