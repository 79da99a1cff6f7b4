/// Matches the tables of a store to the wanted ones: by declared former names first, then by equal names.
struct TableMatches {
    private var sources: [String: StoredTable] = [:]
    private var newNames: [String: String] = [:]
    private var halves: [String: [StoredReference]] = [:]
    /// The tables of pairs that two relationships claim for different ones, by their new names, with the reason.
    private(set) var contradictions: [String: String] = [:]
    /// The tables of the store that are no longer wanted.
    private(set) var unmatched: [StoredTable]

    init(_ source: StoredSchema, _ wanted: StoredSchema) {
        unmatched = source.tables
        matchModels(source, wanted)
        let pairs = PairMatches(source, wanted, self)
        for found in pairs.found {
            match(found.old, found.new)
            halves[found.new.name] = found.isReversed ? found.old.references.reversed() : found.old.references
        }
        contradictions = pairs.contradictions
    }

    private mutating func matchModels(_ source: StoredSchema, _ wanted: StoredSchema) {
        let models = wanted.tables.filter { !$0.isPairs }
        let present = source.tables
        let declared = models.indices.compactMap { position -> DeclaredRename? in
            let table = models[position]
            guard let name = table.renamedFrom else { return nil }
            let found =
                present.firstIndex { !$0.isPairs && $0.model == name }
                ?? present.firstIndex { !$0.isPairs && $0.name == name }
            let holder = present.firstIndex { held in
                held.hasRecordedModel
                    ? held.renamedFrom == name && (held.name == table.name || held.model == table.model)
                    : held.name == table.name
            }
            return DeclaredRename(target: position, source: found, holder: holder)
        }
        for (target, source) in DeclaredRename.open(declared).sorted(by: { $0.key < $1.key }) {
            match(present[source], models[target])
        }
        for table in models where sources[table.name] == nil {
            guard let same = unmatched.first(where: { $0.name == table.name }) else { continue }
            match(same, table)
        }
    }

    private mutating func match(_ old: StoredTable, _ table: StoredTable) {
        sources[table.name] = old
        newNames[old.name] = table.name
        unmatched.removeAll { $0.name == old.name }
    }

    /// The table that becomes a wanted one.
    func source(of table: StoredTable) -> StoredTable? { sources[table.name] }

    /// The new name of a table of the store.
    func newName(of table: String) -> String? { newNames[table] }

    /// Whether a table of the store is dropped.
    func isDropped(_ table: String) -> Bool { unmatched.contains { $0.name == table } }

    /// The current halves of a table of pairs, in the order of the wanted ones.
    func halves(of pairs: StoredTable) -> [StoredReference] { halves[pairs.name] ?? [] }
}

extension StoredTable {
    /// Whether the store has recorded the model with its names, as it has from format 2 on.
    ///
    /// Without them its version is unknown; a name that it has then counts as the intended one.
    var hasRecordedModel: Bool { model != nil }
}
