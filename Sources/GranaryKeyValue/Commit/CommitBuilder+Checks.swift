internal import Granary

extension CommitBuilder {
    /// Checks that the rows which this save refers to are there in the end.
    ///
    /// - Throws: `GranaryError.Code.constraint`.
    func checkReferences() throws {
        try inserted.forEach { key, table in
            if table > 0 { try notePair(key, in: layout.tables[table]) }
        }
        try referenced.forEach { key, number in
            try interrupt.check()
            let (table, reference) = referrers[number]
            if try !isThere(key) {
                throw dangling(layout.tables[table].references[reference], of: layout.tables[table])
            }
        }
    }

    /// Notes the rows that a pair names.
    private func notePair(_ key: Bytes, in table: TableLayout) throws {
        guard table.entity == nil else { return }
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

    /// Whether a row is there in the end.
    private func isThere(_ key: Bytes) throws -> Bool {
        if let number = inserted.find(key), number != Self.gone { return true }
        if let position = pendingPositions.find(key) { return pending[position].new != nil }
        return try view.get(key, into: found)
    }

    /// Checks that nothing refers to the rows that are gone in the end.
    ///
    /// - Throws: `GranaryError.Code.constraint`.
    func checkReferrers() throws {
        for change in pending where change.new == nil && inserted.find(change.old.key) == nil {
            try interrupt.check()
            let target = layout.tables[change.table]
            for (position, number) in layout.referrers[change.table] {
                let referrer = layout.tables[position]
                let reference = referrer.references[number]
                guard let order = referrer.order(beginningWith: reference.columns) else { continue }
                let elements = Array(change.old.key.from(target.prefix.count))
                let range = KeyRange(beginningWith: referrer.prefix(of: order) + elements)
                let entries = EntryScan(view, [range])
                defer { entries.close() }
                while try entries.next() {
                    if removed.find(entries.key) == nil { throw dangling(reference, of: referrer) }
                }
            }
        }
    }

    private func dangling(_ reference: ReferenceLayout, of table: TableLayout) -> GranaryError {
        let target = layout.tables[reference.target].name
        guard table.entity != nil else {
            let owner = table.references.first.map { layout.tables[$0.target].name }
            return GranaryError(
                .constraint,
                "A pair in \(table.name) names an object of \(target) that does not exist; remove the pair, or keep the object.",
                context: .init(entity: owner ?? table.name, constraint: .reference))
        }
        return GranaryError(
            .constraint,
            "\(table.name).\(reference.name) refers to an object of \(target) that does not exist.",
            context: .init(entity: table.name, properties: [reference.name], constraint: .reference))
    }
}
