internal import GranaryStore

extension CommitBuilder {
    /// Writes the changed rows: first all removals, then all additions.
    ///
    /// A row is decoded again only if an index or a reference has changed.
    func writePending() throws {
        for position in 0..<pending.count {
            let change = pending[position]
            if change.isChanged { writes = true }
            // The entries of a deleted row were removed with the row.
            guard change.new != nil, let changes = try linked(change) else { continue }
            try changes.old.load(key: rows.bytes(change.key), record: rows.bytes(change.old))
            removeEntries(changes, changed: change.properties)
        }
        // Of several changes of one key the last counts, so all removals enter the batch before any addition. Otherwise
        // a value that moves from one row to another would be lost.
        for changes in changes { changes?.indexes.forEach(handOverRemoved) }
        for position in 0..<pending.count {
            let change = pending[position]
            guard change.isChanged, let new = change.new else { continue }
            batch.put(rows.bytes(change.key), rows.bytes(new))
            guard let changes = try linked(change) else { continue }
            try changes.new.load(key: rows.bytes(change.key), record: rows.bytes(new))
            try addEntries(of: changes.new, changes, changed: change.properties)
            try recordReferences(of: changes.new, changes, changed: change.properties)
        }
        for changes in changes { changes?.indexes.forEach(handOverAdded) }
    }

    /// The changes of a row's table, if an indexed or referring property of the row has changed.
    @inline(__always) private func linked(_ change: PendingRow) throws -> TableChanges? {
        guard change.isChanged, let changes = changes[change.table],
            !changes.table.linked.intersection(change.properties).isEmpty
        else { return nil }
        try interrupt.check()
        return changes
    }

    /// Removes the old row of a table with its index entries.
    func remove(_ changes: TableChanges) {
        batch.delete(changes.old.key)
        if changes.watchesRemoval { _ = removed.add(changes.old.key) }
        removeEntries(changes, changed: .all)
    }

    /// Removes the index entries of the old row of a table, for indexes with certain properties.
    private func removeEntries(_ changes: TableChanges, changed properties: PropertySet) {
        for entries in changes.indexes where !entries.index.properties.intersection(properties).isEmpty {
            entryKey.removeAll()
            entryValue.removeAll()
            entries.index.appendEntry(of: changes.old, to: entryKey, value: entryValue)
            entryValue.removeAll()
            entries.removed.append(entryKey.bytes, entryValue.bytes)
            if entries.watchesRemoval { _ = removed.add(entryKey.bytes) }
            if entries.removed.isFull { handOverRemoved(entries) }
        }
    }

    /// Adds the index entries of a row, for indexes with certain properties.
    ///
    /// - Throws: `GranaryError.Code.constraint` if another row has the same unique values.
    @inline(__always) func addEntries(
        of row: RowReader, _ changes: TableChanges, changed properties: PropertySet
    ) throws {
        for entries in changes.indexes where !entries.index.properties.intersection(properties).isEmpty {
            entryKey.removeAll()
            entryValue.removeAll()
            entries.index.appendEntry(of: row, to: entryKey, value: entryValue)
            // Only an entry of a unique index without null has a value (Docs/Decisions/key-value-stores-and-leveldb.md).
            if entryValue.count > 0 { try checkUnique(changes.table, entries.index) }
            entries.added.append(entryKey.bytes, entryValue.bytes)
            if entries.added.isFull { handOverAdded(entries) }
        }
    }

    private func handOverRemoved(_ entries: IndexChanges) {
        entries.removed.drain { key, _ in batch.delete(key) }
    }

    private func handOverAdded(_ entries: IndexChanges) {
        entries.added.drain { key, value in batch.put(key, value) }
    }

    /// Moves the collected entries of a table into the batch.
    func handOverAdded(_ changes: TableChanges) { changes.indexes.forEach(handOverAdded) }

    /// Checks that no other row has the values of the entry in ``entryKey``.
    private func checkUnique(_ table: TableLayout, _ index: IndexLayout) throws {
        guard unique.add(entryKey.bytes) else { throw table.duplicate(index.columns, .unique) }
        // A value that another row gives up in this save is free.
        if try uniqueAbsence.isAbsent(entryKey.bytes) || removed.find(entryKey.bytes) != nil { return }
        throw table.duplicate(index.columns, .unique)
    }
}
