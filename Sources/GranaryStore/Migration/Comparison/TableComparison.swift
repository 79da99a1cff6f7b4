/// Compares one table of a store with the wanted one.
struct TableComparison {
    private let old: StoredTable
    private let new: StoredTable
    private let matches: TableMatches
    private let keys: ReferredKeys
    /// The differences.
    private(set) var steps: [MigrationStep] = []
    /// The change for the backend, with the origins of values.
    private(set) var change: TableChange

    init(_ old: StoredTable, _ new: StoredTable, _ matches: TableMatches, _ keys: ReferredKeys) {
        self.old = old
        self.new = new
        self.matches = matches
        self.keys = keys
        let columns = ColumnMatches(old, new, matches)
        change = TableChange(source: old, target: new, columns: columns.origins)
        keys.follow(in: &change, columns.formerNames)
    }

    /// Finds every difference.
    mutating func run() {
        let contradiction = matches.contradictions[new.name]
        if old.name != new.name || contradiction != nil {
            add(.renameModel(from: old.name), obstacle: contradiction)
        }
        if old.configuration != new.configuration { add(.moveModel(from: old.configuration)) }
        for column in change.columns.indices { compare(column) }
        let followed = change.columns.flatMap { $0.lookup?.columns ?? [] }
        let dropped = change.dropped.filter { !followed.contains($0.name) }
        for property in distinct(dropped.map(\.property)) {
            steps.append(MigrationStep(.dropAttribute, new, [property], losesData: true))
        }
        compareKey()
        compareLists(old.uniques, new.uniques, .addUnique, .dropUnique)
        compareLists(old.indexes, new.indexes, .addIndex, .dropIndex)
        compareLists(old.foldedLists, new.foldedLists, .addFoldedIndex, .dropFoldedIndex)
        compareReferences()
    }

    private mutating func add(
        _ action: MigrationStep.Action, _ properties: [String] = [], touchesRows: Bool = false,
        obstacle: String? = nil, condition: String? = nil
    ) {
        var step = MigrationStep(action, new, properties, touchesRows: touchesRows, obstacle: obstacle)
        step.condition = condition
        // The columns of one relationship are one property.
        if steps.last != step { steps.append(step) }
    }

    private mutating func compare(_ position: Int) {
        if let lookup = change.columns[position].lookup { return follow(lookup, position) }
        let column = change.columns[position].target
        let properties = [column.property]
        let value = column.defaultValue.flatMap { $0.isNull ? nil : $0 }
        guard let source = change.columns[position].source else {
            let isPossible = column.isOptional || value != nil
            change.columns[position].fill = value
            return add(
                .addAttribute, properties, touchesRows: value != nil,
                obstacle: isPossible
                    ? nil : "rows that are there have no value; give it a default, or make it optional"
            )
        }
        if source.name != column.name { add(.renameAttribute(from: source.property), properties) }
        if source.type != column.type {
            let isPossible = ValueConversion.exists(from: source.type, to: column.type)
            add(
                .changeType(from: source.type, to: column.type), properties, touchesRows: true,
                obstacle: isPossible ? nil : "no conversion keeps every value; declare another attribute",
                condition: ValueConversion.canFail(from: source.type, to: column.type)
                    ? "every integer is a floating-point number too" : nil)
        }
        if !source.isOptional && column.isOptional { add(.makeOptional, properties) }
        if source.isOptional && !column.isOptional {
            change.columns[position].fill = value
            add(
                .makeRequired, properties, touchesRows: true,
                condition: value == nil ? "every object has a value" : nil)
        }
    }

    /// Compares a column that gets the new key of the rows it refers to.
    private mutating func follow(_ lookup: KeyLookup, _ position: Int) {
        let column = change.columns[position].target
        let source = lookup.columns.first.flatMap(old.column)
        if !new.isPairs, let source, source.property != column.property {
            add(.renameAttribute(from: source.property), [column.property])
        }
        // A reference that the store has checked leads to an object.
        let isChecked = old.references.contains { $0.columns == lookup.columns }
        add(
            .followKey(of: keys.label(of: lookup.table)), new.isPairs ? [] : [column.property],
            touchesRows: true, condition: isChecked ? nil : "every value leads to an object")
        if !lookup.isOptional && column.isOptional { add(.makeOptional, [column.property]) }
        if lookup.isOptional && !column.isOptional {
            add(.makeRequired, [column.property], touchesRows: true, condition: "every object has a value")
        }
    }

    private mutating func compareKey() {
        // Pairs have the key of those that they join.
        if new.isPairs, change.columns.contains(where: { $0.lookup != nil }) { return }
        guard old.key.map(change.newName(of:)) != new.key else { return }
        var obstacle = keys.obstacle(to: old)
        if obstacle == nil,
            change.columns.contains(where: { new.key.contains($0.target.name) && $0.source == nil })
        {
            obstacle = "rows that are there have no value for it"
        }
        let condition =
            obstacle == nil && canRepeat(new.key) ? "no two objects have the same values" : nil
        add(
            .changeKey, properties(new.key), touchesRows: true, obstacle: obstacle, condition: condition)
    }

    /// Whether existing rows may have the same values in some columns, since no constraint has prevented it.
    private func canRepeat(_ columns: [String]) -> Bool {
        let isUnset = change.columns.contains {
            columns.contains($0.target.name) && !$0.changesValues && $0.source == nil
        }
        let apart = ([old.key] + old.uniques).compactMap(change.newNames(of:))
        return !isUnset && !apart.contains { $0.allSatisfy(columns.contains) }
    }

    private mutating func compareLists(
        _ old: [[String]], _ new: [[String]], _ adding: MigrationStep.Action, _ dropping: MigrationStep.Action
    ) {
        // Dropping a column also drops its indexes and constraints.
        let kept = old.compactMap(change.newNames(of:))
        for columns in new where !kept.contains(columns) {
            add(
                adding, properties(columns), touchesRows: true,
                condition: adding == .addUnique && canRepeat(columns)
                    ? "no two objects have the same values" : nil)
        }
        for columns in kept where !new.contains(columns) { add(dropping, properties(columns)) }
    }

    private mutating func compareReferences() {
        let kept = old.references.compactMap { reference in
            change.newNames(of: reference.columns).map {
                StoredReference(columns: $0, table: matches.newName(of: reference.table) ?? reference.table)
            }
        }
        // A table of the same name as a dropped one has other rows.
        let stray = Set(
            old.references.filter { matches.isDropped($0.table) }.compactMap {
                change.newNames(of: $0.columns)
            })
        for reference in new.references where !kept.contains(reference) || stray.contains(reference.columns) {
            let isNew = change.columns.allSatisfy {
                !reference.columns.contains($0.target.name) || ($0.source == nil && $0.lookup == nil)
            }
            if isNew { continue }
            add(
                .addReference, properties(reference.columns), touchesRows: true,
                condition: "every value leads to an object")
        }
        for reference in kept where !new.references.contains(reference) {
            let isReplaced = new.references.contains { $0.columns == reference.columns }
            if !isReplaced { add(.dropReference, properties(reference.columns)) }
        }
    }

    private func properties(_ columns: [String]) -> [String] {
        distinct(columns.map { new.column($0)?.property ?? $0 })
    }

    private func distinct(_ names: [String]) -> [String] {
        var found: [String] = []
        for name in names where !found.contains(name) { found.append(name) }
        return found
    }
}

extension StoredTable {
    /// The columns with an index of folded texts, each as the list that an index of several would have.
    fileprivate var foldedLists: [[String]] { (foldedIndexes ?? []).map { [$0] } }
}
