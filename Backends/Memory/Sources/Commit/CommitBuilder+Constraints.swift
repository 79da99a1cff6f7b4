internal import GranaryStore

extension CommitBuilder {
    /// Checks unique values and references of the final state, so that values can be swapped and
    /// rows can refer to each other in circles.
    ///
    /// - Throws: ``GranaryError/Code/constraint``, naming entity, properties and kind.
    func checkFinalState() throws {
        for (position, row, old) in written where isThere(row, in: layout.tables[position]) {
            try checkInterrupt()
            try checkUnique(row, replacing: old, in: layout.tables[position])
            try checkReferences(of: row, replacing: old, in: layout.tables[position])
        }
        for (position, row) in deleted {
            try checkInterrupt()
            try checkReferrers(to: row, of: layout.tables[position])
        }
    }

    /// Whether a row that was written is still there: a pair may have been removed again.
    private func isThere(_ row: StoredRow, in table: TableLayout) -> Bool {
        if table.entity != nil { return true }
        return state.tables[table.position].rows.find(RowItself(row, table.primary)) != nil
    }

    private func checkUnique(_ row: StoredRow, replacing old: StoredRow?, in table: TableLayout) throws {
        for (position, index) in table.indexes.enumerated() where index.isUnique {
            // Null never equals anything, and values that did not change were checked by an earlier save.
            if row.hasNull(in: index.columns) || old.map({ row.isSame(as: $0, in: index.columns) }) ?? false {
                continue
            }
            let tree = state.tables[table.position].orders[position + 1]
            let probe = ValuesProbe(row.values(in: index.columns), tree.order)
            var rows = RowIterator(tree, [.equal(to: probe)])
            // The row itself is in the order already; a second one has the same values.
            if rows.next() != nil, rows.next() != nil {
                throw table.duplicate(index.columns, .unique)
            }
        }
    }

    private func checkReferences(of row: StoredRow, replacing old: StoredRow?, in table: TableLayout) throws {
        for reference in table.references {
            // An unchanged reference can only dangle if its target was deleted, which `checkReferrers` finds.
            if let old, row.isSame(as: old, in: reference.columns) { continue }
            guard let key = row.key(in: reference.columns) else { continue }
            if !state.tables[reference.target].orders[0].contains(key) {
                throw layout.dangling(reference, of: table)
            }
        }
    }

    /// Checks that nothing refers to a deleted row, unless there is one with the same key again.
    private func checkReferrers(to row: StoredRow, of table: TableLayout) throws {
        let referrers = layout.referrers[table.position]
        // A key that was deleted and inserted again exists in the end, so references to it stay valid.
        guard !referrers.isEmpty, let key = row.key(in: table.key),
            !state.tables[table.position].orders[0].contains(key)
        else { return }
        for (position, number) in referrers {
            let (referrer, reference) = (layout.tables[position], layout.tables[position].references[number])
            guard let order = referrer.order(beginningWith: reference.columns) else { continue }
            let tree = state.tables[position].orders[order]
            var rows = RowIterator(tree, [.equal(to: ValuesProbe(key.values, tree.order))])
            if rows.next() != nil { throw layout.dangling(reference, of: referrer) }
        }
    }
}
