/// Matches the columns of an old table to those of a new one.
struct ColumnMatches {
    /// The origins of the new table's columns, in their order.
    private(set) var origins: [TableChange.ColumnOrigin]

    init(_ old: StoredTable, _ new: StoredTable, _ matches: TableMatches) {
        origins = new.columns.map { .init(target: $0, source: nil, fill: nil) }
        if new.isPairs, old.isPairs, old.name != new.name { matchHalves(old, new, matches) }
        match { column in old.columns.filter { $0.name == column.name } }
        match { column in
            old.columns.filter { $0.property == column.renamedFrom || $0.name == column.renamedFrom }
        }
        matchParts(old, new)
        match { column in
            new.columns.count { $0.property == column.property } == 1
                ? old.columns.filter { $0.property == column.property } : []
        }
    }

    /// Matches the columns of relationships with several columns, part by part, by the former name of the property.
    private mutating func matchParts(_ old: StoredTable, _ new: StoredTable) {
        for property in Set(new.columns.map(\.property)) {
            let parts = origins.indices.filter { origins[$0].target.property == property }
            guard parts.count > 1, parts.allSatisfy({ origins[$0].source == nil }),
                let name = origins[parts[0]].target.renamedFrom
            else { continue }
            let taken = Set(origins.compactMap(\.source?.name))
            let sources = old.columns.filter { $0.property == name && !taken.contains($0.name) }
            guard sources.count == parts.count else { continue }
            for (part, source) in zip(parts, sources) { origins[part].source = source }
        }
    }

    private mutating func match(_ candidates: (StoredColumn) -> [StoredColumn]) {
        for position in origins.indices where origins[position].source == nil {
            let taken = Set(origins.compactMap(\.source?.name))
            let found = candidates(origins[position].target).filter { !taken.contains($0.name) }
            if found.count == 1 { origins[position].source = found[0] }
        }
    }

    /// Matches the halves of pairs whose table has another name, by the tables that they refer to.
    private mutating func matchHalves(_ old: StoredTable, _ new: StoredTable, _ matches: TableMatches) {
        var halves = old.references
        if halves.first.flatMap({ matches.newName(of: $0.table) }) != new.references.first?.table {
            halves.reverse()
        }
        let names = zip(new.references, halves).flatMap { zip($0.columns, $1.columns) }
        for (name, source) in names {
            guard let position = origins.firstIndex(where: { $0.target.name == name }) else { continue }
            origins[position].source = old.column(source)
        }
    }
}
