internal import GranaryStore

/// The catalogue after a migration, and the entries to write before it takes effect.
struct NextCatalogue {
    /// The catalogue.
    private(set) var catalogue: StoreCatalogue
    /// The tables and indexes to write.
    private(set) var rewritings: [Rewriting] = []
    /// The requirements that the rows have to meet before.
    private(set) var checks: [RequiredCheck] = []
    /// The references that the rows have to meet before, as other keys are found by them.
    private(set) var followingChecks: [StrayCheck] = []
    /// The references that the rows have to meet once they are written.
    private(set) var strayChecks: [StrayCheck] = []
    /// The key prefixes of the entries to write.
    private(set) var begun: [[UInt8]] = []
    /// The key prefixes of the entries that are unused afterwards.
    private(set) var left: [[UInt8]] = []
    private let before: StoreCatalogue
    private let plan: MigrationPlan

    /// Plans the catalogue after a migration.
    init(_ request: MigrationRequest, _ before: StoreCatalogue) throws {
        self.before = before
        plan = request.plan
        catalogue = before
        catalogue.fingerprint = request.store.fingerprint
        catalogue.schema = request.plan.target
        catalogue.configurations =
            Set(before.configurations).union(request.plan.target.configurations).sorted()
        let wanted = StoreCatalogue.tables(of: request.store)
        var tables = before.tables
        for change in request.plan.changes {
            if let source = change.source { tables.removeAll { $0.name == source.name } }
        }
        for change in request.plan.changes {
            let old = try change.source.map { try before.table(named: $0.name) }
            guard let target = wanted.first(where: { $0.name == change.target?.name }) else {
                if let old { drop(old) }
                continue
            }
            guard let old else {
                tables.append(number(target))
                continue
            }
            if change.columns.contains(where: \.needsEveryValue) {
                checks.append(RequiredCheck(table: try TableLayout(unbound: old), change: change))
            }
            tables.append(
                try old.isRewritten(by: change) ? rewrite(old, target, change) : adapt(old, target, change))
        }
        guard catalogue.nextTable <= 65_536 else { throw StoreOpening.full }
        catalogue.tables = tables
        catalogue.format = catalogue.neededFormat
        try findReferences()
    }

    private mutating func findReferences() throws {
        for (table, reference) in plan.checkedReferences {
            strayChecks.append(
                StrayCheck(
                    table: try TableLayout(unbound: catalogue.table(named: table.name)),
                    target: try TableLayout(unbound: catalogue.table(named: reference.table)),
                    described: table,
                    columns: reference.columns))
        }
        for (table, reference, _) in plan.followingReferences {
            followingChecks.append(
                StrayCheck(
                    table: try TableLayout(unbound: before.table(named: table.name)),
                    target: try TableLayout(unbound: before.table(named: reference.table)),
                    described: table,
                    columns: reference.columns, followsKey: true))
        }
    }

    private mutating func drop(_ table: StoreCatalogue.Table) {
        left.append([KeySpace.row] + table.id.twoBytes)
        left.append([KeySpace.index] + table.id.twoBytes)
    }

    private mutating func number(_ table: StoreCatalogue.Table) -> StoreCatalogue.Table {
        var table = table
        table.id = catalogue.nextTable
        catalogue.nextTable += 1
        return table
    }

    /// A table whose rows are rewritten.
    private mutating func rewrite(
        _ old: StoreCatalogue.Table, _ target: StoreCatalogue.Table, _ change: TableChange
    ) throws -> StoreCatalogue.Table {
        let new = number(target)
        begun.append([KeySpace.row] + new.id.twoBytes)
        begun.append([KeySpace.index] + new.id.twoBytes)
        drop(old)
        var rewriting = Rewriting(
            source: try TableLayout(unbound: old), target: try TableLayout(unbound: new), change: change,
            writesRows: true)
        for column in change.columns {
            guard let lookup = column.lookup else { continue }
            rewriting.finders[column.target.name] = NewKeyFinder(
                lookup, from: rewriting.source,
                to: try TableLayout(unbound: before.table(named: lookup.table)), plan)
        }
        rewritings.append(rewriting)
        return new
    }

    /// A table whose rows stay unchanged.
    private mutating func adapt(
        _ old: StoreCatalogue.Table, _ target: StoreCatalogue.Table, _ change: TableChange
    ) throws -> StoreCatalogue.Table {
        var new = target
        (new.id, new.nextColumn, new.nextIndex) = (old.id, old.nextColumn, old.nextIndex)
        for position in new.columns.indices {
            let origin = change.columns.first { $0.target.name == new.columns[position].name }
            if let present = old.columns.first(where: { $0.name == origin?.source?.name }) {
                new.columns[position].id = present.id
                new.columns[position].initial = origin?.fill ?? present.initial
            } else {
                new.columns[position].initial = origin?.fill
                new.columns[position].id = new.nextColumn
                new.nextColumn += 1
            }
        }
        // Entries of rows that had no value and now get one are not those that the index needs.
        let filled = change.columns.filter { $0.source != nil && $0.fill != nil }.map(\.target.name)
        var present = old.indexes
        var added: [StoreCatalogue.Index] = []
        for position in new.indexes.indices {
            let index = new.indexes[position]
            let same = present.firstIndex { old in
                old.isUnique == index.isUnique && old.isFolded == index.isFolded
                    && old.columns.map(change.newName(of:)) == index.columns
                    && filled.allSatisfy { !index.columns.contains($0) }
            }
            if let same {
                new.indexes[position].id = present.remove(at: same).id
            } else {
                new.indexes[position].id = new.nextIndex
                new.nextIndex += 1
                added.append(new.indexes[position])
            }
        }
        // Removed only after the new catalogue is written: a migration that fails leaves the old indexes whole.
        left += present.map { [KeySpace.index] + old.id.twoBytes + $0.id.twoBytes }
        if added.isEmpty { return new }
        begun += added.map { [KeySpace.index] + old.id.twoBytes + $0.id.twoBytes }
        var layout = new
        layout.indexes = added
        let table = try TableLayout(unbound: layout)
        rewritings.append(Rewriting(source: table, target: table, change: change, writesRows: false))
        return new
    }
}

extension StoreCatalogue {
    /// Notes the numbers of tables and indexes that a migration is about to use for entries, so that none is used again
    /// for others for every outcome of it.
    mutating func reserveNumbers(of next: StoreCatalogue) {
        nextTable = max(nextTable, next.nextTable)
        for position in tables.indices {
            guard let same = next.tables.first(where: { $0.id == tables[position].id }) else { continue }
            tables[position].nextIndex = max(tables[position].nextIndex, same.nextIndex)
        }
    }
}

extension StoreCatalogue.Table {
    /// Whether a change needs another form of the rows: another key, converted values, or null that is stored as a
    /// value.
    fileprivate func isRewritten(by change: TableChange) -> Bool {
        if change.changesKey || change.columns.contains(where: { $0.lookup != nil }) { return true }
        return change.columns.contains { origin in
            if let source = origin.source, source.type != origin.target.type { return true }
            // A record without the field now means null, so it cannot mean a value too.
            let present = columns.first { $0.name == origin.source?.name }
            return origin.target.isOptional && (origin.fill ?? present?.initial) != nil
        }
    }
}
