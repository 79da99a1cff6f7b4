internal import Granary

extension CommitBuilder {
    /// Writes new rows, each with its entries of indexes.
    func insert(_ batch: InsertBatch) throws {
        let table = try layout.table(of: batch.entity)
        let (row, writer) = (RowReader(table), RecordWriter(table))
        var largest = largestKeys[table.position] ?? 0
        for source in batch.rows {
            try interrupt.check()
            writer.begin(version: version)
            try source.encode(.all, of: batch.entity, into: writer)
            try writer.finish(into: row)
            guard try isNew(row.key) else { throw Self.duplicate(table, table.key, .primaryKey) }
            self.batch.put(row.key, row.record)
            for index in table.indexes { try addEntry(of: row, index) }
            try noteReferences(of: row, changed: .all)
            if let column = table.integerKey { largest = max(largest, try row.integer(at: column)) }
        }
        if !batch.rows.isEmpty { writes = true }
        largestKeys[table.position] = largest
    }

    /// Notes a key as inserted; false when it is taken.
    @inline(__always) private func isNew(_ key: Bytes) throws -> Bool {
        guard inserted.add(key) else { return false }
        if !pending.isEmpty, let position = pendingPositions.find(key) {
            return pending[position].new == nil
        }
        return try absence.isAbsent(key)
    }

    /// Notes which rows a row refers to, in references of some properties.
    @inline(__always) func noteReferences(of row: RowReader, changed properties: PropertySet) throws {
        let table = row.table
        for (number, reference) in table.references.enumerated() {
            guard properties.contains(table.columns[reference.columns[0]].property) else { continue }
            entryKey.removeAll()
            entryKey.append(layout.tables[reference.target].prefix)
            guard try row.append(reference.columns, to: entryKey) else { continue }
            if referenced.add(entryKey.bytes, referrers.count) {
                referrers.append((table.position, number))
            }
        }
    }
}
