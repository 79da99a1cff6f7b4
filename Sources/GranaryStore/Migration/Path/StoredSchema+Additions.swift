extension StoredSchema {
    /// Everything that an older version of the models needs and that is missing or changed here, each as a part of a
    /// sentence; empty if this version only adds to it.
    func missing(from older: StoredSchema) -> [String] {
        let known = Set(older.reusedNames)
        let reused = reusedNames.filter { !known.contains($0) && older.table($0.table) != nil }
            .map { "“\($0.former)” of “\($0.table)” has another name, and another one has its name" }
        return reused
            + older.tables.flatMap { table in
                guard let present = self.table(table.name), present.configuration == table.configuration
                else {
                    return ["the table “\(table.name)” is gone"]
                }
                return present.missing(from: table)
            }
    }
}

extension StoredTable {
    fileprivate func missing(from older: StoredTable) -> [String] {
        var findings = older.columns.compactMap { column in
            let change = self.column(column.name).map { $0.change(from: column) } ?? "is gone"
            return change.map { "the column “\(column.name)” of “\(name)” \($0)" }
        }
        if key != older.key { findings.append("“\(name)” has another primary key") }
        findings += Self.lost(older.uniques, uniques).map { "“\(name)” has no unique constraint on \($0)" }
        findings += Self.lost(older.indexes, indexes).map { "“\(name)” has no index on \($0)" }
        findings += Self.lost((older.foldedIndexes ?? []).map { [$0] }, (foldedIndexes ?? []).map { [$0] })
            .map { "“\(name)” has no index without case on \($0)" }
        let isSame = older.references.allSatisfy(references.contains)
        let isOnlyAdded = references.allSatisfy { reference in
            older.references.contains(reference) || reference.columns.allSatisfy { older.column($0) == nil }
        }
        if !isSame || !isOnlyAdded { findings.append("“\(name)” refers to other tables") }
        return findings
    }

    private static func lost(_ older: [[String]], _ present: [[String]]) -> [String] {
        older.filter { !present.contains($0) }.map { $0.joined(separator: ", ") }
    }
}

extension StoredColumn {
    /// The difference from the column in an older version, as a part of a sentence; `nil` if an older program reads it
    /// as it did.
    fileprivate func change(from older: StoredColumn) -> String? {
        if type != older.type { return "is now \(type.rawValue), not \(older.type.rawValue)" }
        if isOptional != older.isOptional { return "is now \(isOptional ? "optional" : "required")" }
        return nil
    }
}
