import Granary

/// Whether a successful save has stored its context's changes, and nothing else.
struct RowSaveCheck {
    let changes: RowChanges
    let policy: PolicyName
    let before: RowDump
    let after: RowDump
    /// The objects that the program itself has deleted and moved since the last save, rather than a delete rule; `nil`
    /// where that is not known.
    let named: Set<ObjectName>?

    /// - Throws: ``ProgramFault``.
    func check() throws {
        let conflicts = changes.changes.filter(isInConflict)
        guard let first = conflicts.first else { return try checkExact() }
        if policy == .error {
            throw ProgramFault("a conflict was waived", "\(first.entity.name) \(first.key)")
        }
        let changed = Dictionary(grouping: changes.changes, by: { "\($0.entity.name) \($0.key.text)" })
        try checkOthers(changed)
        for conflict in conflicts { try check(conflict) }
    }

    private func isInConflict(_ change: RowChanges.Change) -> Bool {
        guard change.kind != .inserted else { return false }
        guard let stored = before[change.entity, change.key] else { return change.kind != .deleted }
        // A change that others have reverted contradicts nothing.
        let isChanged = stored.version != change.version && stored.values != change.base
        return isChanged || isHeld(change)
    }

    /// Whether a deletion was given up because others have had rows refer to the object.
    private func isHeld(_ change: RowChanges.Change) -> Bool {
        guard policy.givesUp, change.kind == .deleted, after[change.entity, change.key] != nil else {
            return false
        }
        return RowChanges.ownings.contains { owning in
            guard owning.owner == change.entity.index else { return false }
            return before.rows[owning.member].contains { key, row in
                ObjectKey([row.values[owning.column]]) == change.key
                    && !changes.changes.contains { $0.entity.index == owning.member && $0.key == key }
            }
        }
    }

    private func checkExact() throws {
        let expected = changes.applied(to: before)
        for (index, rows) in expected.rows.enumerated() {
            let stored = after.rows[index].mapValues(\.values)
            let wanted = rows.mapValues(\.values)
            if stored == wanted { continue }
            let keys = Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }.sorted()
            let name = ModelKind.club[index].name
            throw ProgramFault(
                "a save stored something else than its context had",
                keys.map { "\(name) \($0): \(text(stored[$0])) instead of \(text(wanted[$0]))" }
                    .joined(separator: "; "))
        }
        // Pairs of deleted objects go with them.
        let pairs = expected.pairs.filter {
            expected.rows[Club.athlete][$0.first] != nil
                && expected.rows[Club.medal][$0.second] != nil
        }
        if after.pairs != pairs {
            throw ProgramFault(
                "a save stored other pairs than its context had",
                "\(after.pairs.subtracting(pairs)) too many, \(pairs.subtracting(after.pairs)) missing")
        }
    }

    private func text(_ values: [Value]?) -> String { values.map { "\($0.map(\.text))" } ?? "no row" }

    /// Rows that the context has not changed stay unchanged, except for the other sides of one-to-one pairs.
    private func checkOthers(_ changed: [String: [RowChanges.Change]]) throws {
        let ruled = ruled
        for (index, rows) in before.rows.enumerated() {
            let name = ModelKind.club[index].name
            for key in rows.keys where changed["\(name) \(key.text)"] == nil {
                guard let wanted = ruled.rows[index][key] else { continue }
                guard let stored = after.rows[index][key], same(stored.values, wanted.values, index) else {
                    throw ProgramFault(
                        "a save changed a row that its context had not", "\(name) \(key.text)")
                }
            }
        }
        for (index, rows) in after.rows.enumerated() {
            let name = ModelKind.club[index].name
            for key in rows.keys
            where before.rows[index][key] == nil && changed["\(name) \(key.text)"] == nil {
                throw ProgramFault("a save stored a row that its context had not", "\(name) \(key.text)")
            }
        }
    }

    /// The earlier state, after the delete rules for references that others have made to rows which the save has
    /// deleted.
    private var ruled: RowDump {
        var ruled = before
        for kind in [Club.squad, Club.medal] {
            for key in before.rows[kind].keys where after.rows[kind][key] == nil {
                ruled.rows[kind][key] = nil
            }
        }
        // An object deleted by name takes along the objects that it now refers to.
        let (deals, medals) = (Club.deal, Club.medal)
        for (key, row) in before.rows[deals] where after.rows[deals][key] == nil {
            ruled.rows[deals][key] = nil
            if let prize = ObjectKey([row.values[4]]) { ruled.rows[medals][prize] = nil }
        }
        ruled.carryOutRules()
        return ruled
    }

    private func same(_ left: [Value], _ right: [Value], _ kind: Int) -> Bool {
        if kind != Club.athlete { return left == right }
        // The columns of next and previous.
        return left.dropLast(2) == right.dropLast(2)
    }

    private func check(_ conflict: RowChanges.Change) throws {
        let theirs = before[conflict.entity, conflict.key]?.values
        let stored = after[conflict.entity, conflict.key]?.values
        if conflict.kind == .deleted, theirs == nil { return }
        if stored == nil, theirs != nil, ruled[conflict.entity, conflict.key] == nil { return }
        if let moved = changes.movedAway(conflict, to: theirs) {
            // With a history, it is not known who has deleted or moved it, nor why the program has named it.
            if named?.contains(conflict.touch) == false {
                let ruled = ruled[conflict.entity, conflict.key]?.values[moved]
                try expect(
                    stored?[moved] == theirs?[moved] || stored != nil && stored?[moved] == ruled,
                    "a rule acted on what others had moved away", conflict)
            }
            if conflict.kind == .deleted || changes.isOnlyFollowing(conflict) { return }
        }
        if stored != nil, changes.isPrize(conflict, ofDealKeptIn: after, before) { return }
        switch policy {
        case .error: break
        case .memoryWins, .mine, .overwrite:
            if conflict.kind == .deleted {
                return try expect(
                    stored == nil || changes.replaces(conflict), "a deletion that wins was dropped", conflict)
            }
            let others = policy == .overwrite ? conflict.mine : theirs ?? conflict.mine
            try expectMerged(conflict, others, stored) { _ in true }
        case .storeWins, .perProperty, .rollback, .theirs:
            guard let theirs else {
                return try expect(stored == nil, "what the store deleted was stored again", conflict)
            }
            if conflict.kind == .deleted { return try checkGivenUp(conflict, theirs, stored) }
            try expectMerged(conflict, theirs, stored) { column in
                policy == .perProperty || policy == .storeWins && conflict.base[column] == theirs[column]
            }
        }
    }

    private func expect(_ holds: Bool, _ rule: String, _ conflict: RowChanges.Change) throws {
        if !holds {
            throw ProgramFault(rule, "\(conflict.entity.name) \(conflict.key.text), policy \(policy)")
        }
    }

    /// Whether a row has theirs, and mine where it is to win; relationships follow the fate of their other ends.
    private func expectMerged(
        _ conflict: RowChanges.Change, _ theirs: [Value], _ stored: [Value]?,
        _ mineWins: (Int) -> Bool
    ) throws {
        guard let stored else {
            // A delete rule or a pair has changed it, and no rule reaches objects that others have deleted.
            if changes.isOnlyFollowing(conflict), named?.contains(conflict.touch) != true { return }
            return try expect(false, "an object that was kept is not stored", conflict)
        }
        for (column, definition) in conflict.entity.columns.enumerated()
        where definition.property < conflict.entity.attributes.count {
            let isMine = conflict.properties.contains(definition.property) && mineWins(column)
            let wanted = isMine ? conflict.mine[column] : theirs[column]
            if stored[column] == wanted { continue }
            throw ProgramFault(
                "a merge policy was not followed",
                "\(policy): \(definition.name) of \(conflict.entity.name) \(conflict.key.text) is \(stored[column].text) instead of \(wanted.text)"
            )
        }
    }

    /// A deletion is given up together with the effects of its rules.
    private func checkGivenUp(_ conflict: RowChanges.Change, _ theirs: [Value], _ stored: [Value]?) throws {
        try expect(stored != nil, "a deletion that was given up was stored", conflict)
        guard let named, conflict.entity.index == Club.squad else { return }
        for kind in [Club.athlete, Club.deal] {
            for (key, row) in before.rows[kind] where refers(row.values, to: conflict.key) {
                let isNamed = named.contains(ObjectName(kind: kind, key: key))
                let now = after.rows[kind][key]?.values
                if isNamed || now.map({ refers($0, to: conflict.key) }) == true { continue }
                throw ProgramFault(
                    "a deletion was given up, but not what its rules did",
                    "\(ModelKind.club[kind].name) \(key.text) of Squad \(conflict.key.text), policy \(policy)"
                )
            }
        }
    }

    private func refers(_ values: [Value], to squad: ObjectKey) -> Bool {
        values[3] == squad.values.first
    }
}

extension PolicyName {
    /// Whether a deletion is given up where others have changed the row.
    fileprivate var givesUp: Bool {
        switch self {
        case .storeWins, .rollback, .theirs: true
        case .error, .memoryWins, .overwrite, .perProperty, .mine: false
        }
    }
}
