internal import GranaryStore

extension CommitBuilder {
    /// Writes new rows with their index entries.
    func insert(_ batch: InsertBatch) throws {
        let table = try layout.table(of: batch.entity)
        let changes = changes(of: table)
        let (row, writer) = (changes.new, changes.writer)
        var largest = largestKeys[table.position] ?? 0
        changes.inserted.reserve(batch.rows.count)
        for source in batch.rows {
            try interrupt.check()
            writer.begin(version: version)
            try source.encode(.all, of: batch.entity, into: writer)
            try writer.finish(into: row)
            guard try isNew(row.key, changes) else { throw table.duplicate(table.key, .primaryKey) }
            self.batch.put(row.key, row.record)
            try addEntries(of: row, changes, changed: .all)
            try recordReferences(of: row, changes, changed: .all)
            if let column = table.integerKey { largest = max(largest, try row.integer(at: column)) }
        }
        handOverAdded(changes)
        if !batch.rows.isEmpty { writes = true }
        largestKeys[table.position] = largest
    }

    /// Notes a key as inserted; returns false if it is taken.
    @inline(__always) private func isNew(_ key: Bytes, _ changes: TableChanges) throws -> Bool {
        guard changes.inserted.add(key) else { return false }
        // A row that this save deletes makes room for a new one: only the final state counts.
        if let position = changes.positions.find(key) { return pending[position].new == nil }
        return try absence.isAbsent(key)
    }

    /// Notes the rows that a row refers to, for references with certain properties.
    @inline(__always) func recordReferences(
        of row: RowReader, _ changes: TableChanges, changed properties: PropertySet
    ) throws {
        let references = changes.table.references
        for number in references.indices {
            let reference = references[number]
            if changes.referring[number].intersection(properties).isEmpty { continue }
            entryKey.removeAll()
            entryKey.append(changes.targets[number])
            // A null refers to nothing.
            guard row.appendCells(reference.columns, to: entryKey) else { continue }
            // Each target is looked up once, however many rows refer to it.
            if referenced.add(entryKey.bytes, referrers.count) {
                referrers.append((changes.table.position, number))
            }
        }
    }
}
