/// Matches the tables of pairs of a store to the wanted ones, by the relationships that they belong to.
///
/// Pairs follow a relationship of the same name, or one that declares its former name; nothing else.
struct PairMatches {
    /// A table that becomes a wanted one.
    struct Match {
        let old: StoredTable
        let new: StoredTable
        /// Whether the first half becomes the second.
        let isReversed: Bool
    }

    /// One half of a table of pairs, and whether a rename led to it.
    private struct Half {
        let pairs: String
        let isFirst: Bool
        var isDeclared = false
    }

    /// The matches.
    private(set) var found: [Match] = []
    /// The reasons why wanted pairs can be none of the existing ones, by the names of their tables.
    private(set) var contradictions: [String: String] = [:]
    private var left: [StoredTable]

    /// Matches pairs, once the tables of models are matched.
    init(_ source: StoredSchema, _ wanted: StoredSchema, _ models: TableMatches) {
        left = source.tables.filter(\.isPairs)
        let open = wanted.tables.filter(\.isPairs)
        var former: [String: [(isFirst: Bool, half: Half, label: String)]] = [:]
        for owner in wanted.tables where !owner.isPairs {
            guard let old = models.source(of: owner) else { continue }
            for (relationship, half) in Self.formerHalves(of: owner, in: old, of: source) {
                guard let pairs = relationship.pairs else { continue }
                former[pairs, default: []].append(
                    (wanted.isFirst(relationship, of: owner), half, "\(owner.label).\(relationship.name)"))
            }
        }
        for isDeclared in [true, false] {
            for table in open where !found.contains(where: { $0.new.name == table.name }) {
                // The relationship of the first half comes first.
                let ends = (former[table.name] ?? []).sorted { $0.isFirst && !$1.isFirst }
                for end in ends where end.half.isDeclared == isDeclared {
                    if take(end.half.pairs, for: table, isReversed: end.half.isFirst != end.isFirst) { break }
                }
            }
        }
        for table in open where !found.contains(where: { $0.new.name == table.name }) {
            matchByName(table, wanted, models)
        }
        for match in found {
            for end in former[match.new.name] ?? [] {
                let agrees =
                    end.half.pairs == match.old.name
                    ? (end.half.isFirst != end.isFirst) == match.isReversed
                    : !found.contains { $0.old.name == end.half.pairs }
                if agrees { continue }
                contradictions[match.new.name] =
                    "\(end.label) had other pairs than the other side of the relationship; declare with renamedFrom which pairs they are, on both sides"
            }
        }
    }

    private mutating func take(_ name: String, for table: StoredTable, isReversed: Bool) -> Bool {
        guard let position = left.firstIndex(where: { $0.name == name }) else { return false }
        found.append(Match(old: left.remove(at: position), new: table, isReversed: isReversed))
        return true
    }

    /// The halves in the store that belong to the relationships of a model, by former or equal names.
    private static func formerHalves(
        of owner: StoredTable, in old: StoredTable, of source: StoredSchema
    ) -> [(StoredRelationship, Half)] {
        let wanted = owner.relationships.filter { $0.pairs != nil }
        let present = old.relationships.filter { $0.pairs != nil }
        let declared = wanted.indices.compactMap { position -> DeclaredRename? in
            guard let name = wanted[position].renamedFrom else { return nil }
            return DeclaredRename(
                target: position, source: present.firstIndex { $0.name == name },
                holder: present.firstIndex { $0.name == wanted[position].name && $0.renamedFrom == name })
        }
        let open = DeclaredRename.open(declared)
        let claimed = Set(open.values)
        return wanted.indices.compactMap { position in
            let same = present.firstIndex { $0.name == wanted[position].name }
            guard let found = open[position] ?? same.flatMap({ claimed.contains($0) ? nil : $0 }),
                let pairs = present[found].pairs
            else { return nil }
            let isFirst = source.isFirst(present[found], of: old)
            return (wanted[position], Half(pairs: pairs, isFirst: isFirst, isDeclared: open[position] != nil))
        }
    }

    /// Matches pairs of a store that has not recorded its relationships, by the name that the table has or had.
    private mutating func matchByName(
        _ table: StoredTable, _ wanted: StoredSchema, _ models: TableMatches
    ) {
        for owner in wanted.tables {
            guard let old = models.source(of: owner), !old.hasRecordedModel else { continue }
            for relationship in owner.relationships
            where relationship.pairs == table.name && wanted.isFirst(relationship, of: owner) {
                let names = [relationship.name, relationship.renamedFrom].compactMap { $0 }
                for name in names {
                    let isReversed =
                        left.first { $0.name == "\(old.name)_\(name)" }.map {
                            $0.references[0].table != old.name
                        } ?? false
                    if take("\(old.name)_\(name)", for: table, isReversed: isReversed) { return }
                }
            }
        }
    }
}

extension StoredSchema {
    /// Whether the first half of a relationship's pairs is that of a model that has it.
    fileprivate func isFirst(_ relationship: StoredRelationship, of owner: StoredTable) -> Bool {
        let pairs = relationship.pairs.flatMap(table)
        return relationship.isFirst(of: owner.name, among: pairs?.references.map(\.table) ?? [])
    }
}
