internal import GranaryStore

extension CommitBuilder {
    /// Checks that all rows to which this save refers exist in the final state.
    ///
    /// - Throws: `GranaryError.Code.constraint`.
    func checkReferences() throws {
        for changes in changes {
            // Rows record their references when they are written; a pair may still be removed by a later batch.
            guard let changes, changes.table.entity == nil else { continue }
            try changes.inserted.forEach { key, number in
                // A removed pair refers to nothing.
                if number != Self.gone { try recordPair(key, in: changes.table) }
            }
        }
        try referenced.forEach { key, number in
            try interrupt.check()
            let (table, reference) = referrers[number]
            let missing = layout.tables[table].references[reference]
            if try !isThere(key, changes[missing.target]) {
                throw layout.dangling(missing, of: layout.tables[table])
            }
        }
    }

    /// Notes the two rows of a pair.
    private func recordPair(_ key: Bytes, in table: TableLayout) throws {
        for (number, reference) in table.references.enumerated() {
            entryKey.removeAll()
            entryKey.append(layout.tables[reference.target].prefix)
            var rest = key.from(table.prefix.count)
            for column in table.key.indices {
                guard let length = KeyElement.length(rest) else { throw table.damagedRecord }
                if reference.columns.contains(column) { entryKey.append(Bytes(rebasing: rest[..<length])) }
                rest = rest.from(length)
            }
            if referenced.add(entryKey.bytes, referrers.count) { referrers.append((table.position, number)) }
        }
    }

    /// Whether a row exists in the final state.
    private func isThere(_ key: Bytes, _ changes: TableChanges?) throws -> Bool {
        if let changes {
            // This save's own rows first: the snapshot does not have them, and a batch cannot be read.
            if changes.inserted.find(key) != nil { return true }
            if let position = changes.positions.find(key) { return pending[position].new != nil }
        }
        return try view.get(key, into: found)
    }

    /// Checks that no reference leads to a row that is deleted in the final state.
    ///
    /// - Throws: `GranaryError.Code.constraint`.
    func checkReferrers() throws {
        for change in pending.elements where change.new == nil {
            try interrupt.check()
            let (target, key) = (layout.tables[change.table], rows.bytes(change.key))
            // A key that was deleted and inserted again exists in the end, so its references stay valid.
            if layout.referrers[change.table].isEmpty || changes[change.table]?.inserted.find(key) != nil {
                continue
            }
            for (position, number) in layout.referrers[change.table] {
                let referrer = layout.tables[position]
                try checkReferrers(of: key.from(target.prefix.count), referrer.references[number], referrer)
            }
        }
    }

    /// Checks that all rows that refer to a key are deleted or changed in the final state.
    private func checkReferrers(of key: Bytes, _ reference: ReferenceLayout, _ table: TableLayout) throws {
        guard let order = table.order(beginningWith: reference.columns) else { return }
        let entries = EntryScan(view, [KeyRange(beginningWith: table.prefix(of: order) + key)])
        defer { entries.close() }
        while try entries.next() {
            try interrupt.check()
            // The entry is from the snapshot: this save may have deleted its row or changed the reference.
            if removed.find(entries.key) == nil { throw layout.dangling(reference, of: table) }
        }
    }
}
