/// The tables whose rows get another primary key, and the columns of others that follow.
struct ReferredKeys {
    private let source: StoredSchema
    private let wanted: StoredSchema
    private let matches: TableMatches
    /// The configurations that change.
    private let asked: Set<String>
    /// The tables with another key, by their current names.
    private var changed: [String: StoredTable] = [:]

    init(
        _ source: StoredSchema, _ wanted: StoredSchema, _ matches: TableMatches, asked: Set<String>
    ) {
        self.source = source
        self.wanted = wanted
        self.matches = matches
        self.asked = asked
        for table in wanted.tables where !table.isPairs {
            guard let old = matches.source(of: table) else { continue }
            let change = TableChange(
                source: old, target: table, columns: ColumnMatches(old, table, matches).origins)
            if old.key.map(change.newName(of:)) != table.key { changed[old.name] = table }
        }
    }

    /// The name of the model whose rows a table has, by its current name.
    func label(of table: String) -> String { changed[table]?.label ?? table }

    /// Gives the columns of a change that refer to rows with another key the origin of their values; `formerNames`
    /// has the names of the old properties by those of the new ones.
    func follow(in change: inout TableChange, _ formerNames: [String: String]) {
        guard !changed.isEmpty, let old = change.source, let new = change.target else { return }
        for lead in wanted.leads(of: new) {
            guard let (name, table) = changed.first(where: { $0.value.name == lead.table }),
                let present = origin(of: lead, formerNames[lead.name], to: name, change, old, new)
            else { continue }
            let isOptional = present.compactMap(old.column).contains(where: \.isOptional)
            for (column, part) in zip(lead.columns, table.key) {
                guard let position = change.columns.firstIndex(where: { $0.target.name == column }) else {
                    continue
                }
                change.columns[position] = TableChange.ColumnOrigin(
                    target: change.columns[position].target, source: nil, fill: nil,
                    lookup: KeyLookup(name, by: present, isOptional: isOptional, part: part))
            }
        }
    }

    /// The current columns of a relationship or half of pairs, if it leads to the same rows already.
    private func origin(
        of lead: StoredLead, _ formerName: String?, to table: String, _ change: TableChange,
        _ old: StoredTable, _ new: StoredTable
    ) -> [String]? {
        if new.isPairs {
            let halves = zip(new.references, matches.halves(of: new))
            let half = halves.first { $0.0.columns == lead.columns }?.1
            return half?.table == table ? half?.columns : nil
        }
        let present = source.leads(of: old).filter { $0.table == table }
        if let same = present.first(where: { $0.name == formerName }) { return same.columns }
        let sources = change.columns.filter { lead.columns.contains($0.target.name) }
            .compactMap(\.source?.name)
        return present.first { !sources.isEmpty && sources.allSatisfy($0.columns.contains) }?.columns
    }

    /// The reason why a table cannot get another key: rows refer to it that do not follow; `nil` if all follow.
    func obstacle(to table: StoredTable) -> String? {
        let still = source.tables.filter { !asked.contains($0.configuration) }
        for other in still {
            guard let lead = source.leads(of: other).first(where: { $0.table == table.name }) else {
                continue
            }
            return
                "“\(other.label).\(lead.name)” refers to its objects by the old key, and belongs to the configuration “\(other.configuration)”, which is not opened with it; open both"
        }
        return nil
    }
}
