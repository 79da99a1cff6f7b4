/// Matches the columns of an old table to those of a new one: by declared former names of properties first, then by
/// equal names.
struct ColumnMatches {
    /// The origins of the new table's columns, in their order.
    private(set) var origins: [TableChange.ColumnOrigin]
    /// The names of the old properties, by those of the new ones that they become.
    private(set) var formerNames: [String: String] = [:]

    init(_ old: StoredTable, _ new: StoredTable, _ matches: TableMatches) {
        origins = new.columns.map { .init(target: $0, source: nil, fill: nil) }
        if new.isPairs, old.isPairs {
            let halves = zip(new.references, matches.halves(of: new))
            for (target, source) in halves where target.columns.count == source.columns.count {
                connect(target.columns, source.columns.compactMap(old.column))
            }
        } else {
            matchProperties(old, new, matches)
        }
    }

    private mutating func matchProperties(_ old: StoredTable, _ new: StoredTable, _ matches: TableMatches) {
        let (present, wanted) = (Property.all(of: old), Property.all(of: new))
        var open = DeclaredRename.open(Property.declaredRenames(of: wanted, in: present, old))
        var claimed = Set(open.values)
        for (target, source) in open { connect(wanted[target], present[source]) }
        for (position, property) in wanted.enumerated() where open[position] == nil {
            guard let same = present.firstIndex(where: { $0.name == property.name }), !claimed.contains(same)
            else { continue }
            formerNames[property.name] = property.name
            guard Property.isSameReference(property, in: new, present[same], in: old, matches) else {
                continue
            }
            open[position] = same
            claimed.insert(same)
            connect(property, present[same])
        }
        let free = present.indices.filter { !claimed.contains($0) }.flatMap { present[$0].columns }
        for (position, property) in wanted.enumerated() where open[position] == nil {
            for column in property.columns {
                connect([column.name], free.filter { $0.name == column.name })
            }
        }
        matchByProperty(wanted.indices.filter { open[$0] == nil }.map { wanted[$0] }, free)
    }

    /// Matches the properties that have other columns than before.
    private mutating func matchByProperty(_ properties: [Property], _ free: [StoredColumn]) {
        for property in properties {
            let names = Set(property.columns.map(\.name))
            let isOpen = origins.allSatisfy { !names.contains($0.target.name) || $0.source == nil }
            let taken = Set(origins.compactMap(\.source?.name))
            let found = free.filter { $0.property == property.name && !taken.contains($0.name) }
            if isOpen { connect(property, Property(name: property.name, columns: found)) }
        }
    }

    private mutating func connect(_ target: Property, _ source: Property) {
        formerNames[target.name] = source.name
        // With another number of columns, the reference follows another key, or starts over.
        if target.columns.count == source.columns.count {
            connect(target.columns.map(\.name), source.columns)
        }
    }

    private mutating func connect(_ targets: [String], _ sources: [StoredColumn]) {
        for (name, source) in zip(targets, sources) {
            guard let position = origins.firstIndex(where: { $0.target.name == name }) else { continue }
            origins[position].source = source
        }
    }
}

/// A property with its columns: one of an attribute, those of the other key of a relationship.
private struct Property {
    let name: String
    var columns: [StoredColumn]
    var renamedFrom: String? { columns.first?.renamedFrom }

    static func all(of table: StoredTable) -> [Property] {
        var found: [Property] = []
        for column in table.columns {
            if let position = found.firstIndex(where: { $0.name == column.property }) {
                found[position].columns.append(column)
            } else {
                found.append(Property(name: column.property, columns: [column]))
            }
        }
        return found
    }

    static func declaredRenames(
        of wanted: [Property], in present: [Property], _ old: StoredTable
    ) -> [DeclaredRename] {
        wanted.indices.compactMap { position in
            let property = wanted[position]
            guard let name = property.renamedFrom else { return nil }
            let source =
                present.firstIndex { $0.name == name }
                ?? present.firstIndex { $0.columns.map(\.name) == [name] }
            let own = present.filter { held in
                held.columns.first?.name == property.columns.first?.name || held.name == property.name
            }
            let holder = own.first { !old.hasRecordedModel || $0.renamedFrom == name }
            return DeclaredRename(
                target: position, source: source,
                holder: holder.flatMap { holder in present.firstIndex { $0.name == holder.name } })
        }
    }

    /// Whether two properties are relationships to the same model.
    static func isSameReference(
        _ property: Property, in new: StoredTable, _ present: Property, in old: StoredTable,
        _ matches: TableMatches
    ) -> Bool {
        func reference(_ property: Property, in table: StoredTable) -> StoredReference? {
            table.references.first { $0.columns == property.columns.map(\.name) }
        }
        guard let wanted = reference(property, in: new), let found = reference(present, in: old) else {
            return false
        }
        return matches.newName(of: found.table) == wanted.table
    }
}
