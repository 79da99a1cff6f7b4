internal import GranaryStore

extension CommitBuilder {
    /// Adds and removes pairs.
    func link(_ batch: LinkBatch) throws {
        let table = try layout.table(of: batch.table)
        let inserted = changes(of: table).inserted
        if !(batch.added.isEmpty && batch.removed.isEmpty) { writes = true }
        // Remove first: of several changes of one key the last counts, and a pair in both lists has to remain.
        for pair in batch.removed {
            try interrupt.check()
            try load(pair, table)
            self.batch.delete(rowKey.bytes)
            _ = removed.add(rowKey.bytes)
            inserted.set(rowKey.bytes, Self.gone)
            try loadReverse(pair, table)
            self.batch.delete(entryKey.bytes)
            _ = removed.add(entryKey.bytes)
        }
        found.removeAll()
        found.append(byte: RecordFormat.version)
        found.append(varint: UInt64(bitPattern: version))
        entryValue.removeAll()
        for pair in batch.added {
            try interrupt.check()
            try load(pair, table)
            self.batch.put(rowKey.bytes, found.bytes)
            inserted.set(rowKey.bytes, table.position)
            try loadReverse(pair, table)
            self.batch.put(entryKey.bytes, entryValue.bytes)
        }
    }

    /// The mark of a removed pair, which may have been added before.
    static let gone = -1

    /// Puts the key of a pair's row into ``rowKey``.
    ///
    /// - Throws: `GranaryError.Code.invalidValue` if the keys have other types than the table's.
    private func load(_ pair: (first: ObjectKey, second: ObjectKey), _ table: TableLayout) throws {
        rowKey.removeAll()
        rowKey.append(table.prefix)
        try append(pair.first, table.firstHalf, of: table, to: rowKey)
        try append(pair.second, table.secondHalf, of: table, to: rowKey)
    }

    /// Puts the key of a pair's reverse entry, by its second half, into ``entryKey``.
    private func loadReverse(_ pair: (first: ObjectKey, second: ObjectKey), _ table: TableLayout) throws {
        entryKey.removeAll()
        entryKey.append(table.prefix(of: 1))
        try append(pair.second, table.secondHalf, of: table, to: entryKey)
        try append(pair.first, table.firstHalf, of: table, to: entryKey)
    }

    private func append(
        _ key: ObjectKey, _ types: [AttributeType], of table: TableLayout, to buffer: KeyValueBuffer
    ) throws {
        guard buffer.append(key, of: types) else {
            throw GranaryError(
                .invalidValue, "A pair of \(table.name) has keys of other kinds than the table.")
        }
    }
}
