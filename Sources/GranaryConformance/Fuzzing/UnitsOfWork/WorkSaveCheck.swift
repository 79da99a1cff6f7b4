import Granary

/// Whether a successful save has stored its context's changes, and nothing else.
struct WorkSaveCheck {
    let changes: WorkChanges
    let policy: WorkPolicy
    let before: WorkDump
    let after: WorkDump
    /// The objects that the program itself has deleted and moved since the last save, rather than a delete rule; `nil`
    /// where that is not known.
    let named: Set<WorkTouch>?

    /// - Throws: ``WorkFault``.
    func check() throws {
        let conflicts = changes.changes.filter(isInConflict)
        guard let first = conflicts.first else { return try checkExact() }
        if policy == .error { throw WorkFault("a conflict was waived", "\(first.entity.name) \(first.key)") }
        let changed = Dictionary(grouping: changes.changes, by: { "\($0.entity.name) \($0.key.text)" })
        try checkOthers(changed)
        for conflict in conflicts { try check(conflict) }
    }

    private func isInConflict(_ change: WorkChanges.Change) -> Bool {
        guard change.kind != .inserted else { return false }
        guard let stored = before[change.entity, change.key] else { return change.kind != .deleted }
        // A change that others have reverted contradicts nothing.
        let isChanged = stored.version != change.version && stored.values != change.base
        return isChanged || isHeld(change)
    }

    /// Whether a deletion was given up because others have had rows refer to the object.
    private func isHeld(_ change: WorkChanges.Change) -> Bool {
        guard policy.givesUp, change.kind == .deleted, after[change.entity, change.key] != nil else {
            return false
        }
        return WorkChanges.ownings.contains { owning in
            guard owning.owner.name == change.entity.name else { return false }
            return before.rows[owning.member.rawValue].contains { key, row in
                ObjectKey([row.values[owning.column]]) == change.key
                    && !changes.changes.contains { $0.entity.name == owning.member.name && $0.key == key }
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
            let name = WorkKind.allCases[index].name
            throw WorkFault(
                "a save stored something else than its context had",
                keys.map { "\(name) \($0): \(text(stored[$0])) instead of \(text(wanted[$0]))" }
                    .joined(separator: "; "))
        }
        // Pairs of deleted objects go with them.
        let pairs = expected.pairs.filter {
            expected.rows[WorkKind.athlete.rawValue][$0.first] != nil
                && expected.rows[WorkKind.medal.rawValue][$0.second] != nil
        }
        if after.pairs != pairs {
            throw WorkFault(
                "a save stored other pairs than its context had",
                "\(after.pairs.subtracting(pairs)) too many, \(pairs.subtracting(after.pairs)) missing")
        }
    }

    private func text(_ values: [Value]?) -> String { values.map { "\($0.map(\.text))" } ?? "no row" }

    /// Rows that the context has not changed stay unchanged, except for the other sides of one-to-one pairs.
    private func checkOthers(_ changed: [String: [WorkChanges.Change]]) throws {
        let ruled = ruled
        for (index, rows) in before.rows.enumerated() {
            let kind = WorkKind.allCases[index]
            for key in rows.keys where changed["\(kind.name) \(key.text)"] == nil {
                guard let wanted = ruled.rows[index][key] else { continue }
                guard let stored = after.rows[index][key], same(stored.values, wanted.values, kind) else {
                    throw WorkFault(
                        "a save changed a row that its context had not", "\(kind.name) \(key.text)")
                }
            }
        }
        for (index, rows) in after.rows.enumerated() {
            let kind = WorkKind.allCases[index]
            for key in rows.keys
            where before.rows[index][key] == nil && changed["\(kind.name) \(key.text)"] == nil {
                throw WorkFault("a save stored a row that its context had not", "\(kind.name) \(key.text)")
            }
        }
    }

    /// The earlier state, after the delete rules for references that others have made to rows which the save has
    /// deleted.
    private var ruled: WorkDump {
        var ruled = before
        for kind in [WorkKind.squad, .medal] {
            for key in before.rows[kind.rawValue].keys where after.rows[kind.rawValue][key] == nil {
                ruled.rows[kind.rawValue][key] = nil
            }
        }
        // An object deleted by name takes along the objects that it now refers to.
        let (deals, medals) = (WorkKind.deal.rawValue, WorkKind.medal.rawValue)
        for (key, row) in before.rows[deals] where after.rows[deals][key] == nil {
            ruled.rows[deals][key] = nil
            if let prize = ObjectKey([row.values[4]]) { ruled.rows[medals][prize] = nil }
        }
        ruled.carryOutRules()
        return ruled
    }

    private func same(_ left: [Value], _ right: [Value], _ kind: WorkKind) -> Bool {
        if kind != .athlete { return left == right }
        // The columns of next and previous.
        return left.dropLast(2) == right.dropLast(2)
    }

    private func check(_ conflict: WorkChanges.Change) throws {
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
        case .memoryWins, .mine:
            if conflict.kind == .deleted {
                return try expect(
                    stored == nil || changes.replaces(conflict), "a deletion that wins was dropped", conflict)
            }
            try expectMerged(conflict, theirs ?? conflict.mine, stored) { _, _ in true }
        case .overwrite:
            if conflict.kind == .deleted {
                return try expect(
                    stored == nil || changes.replaces(conflict), "a deletion that wins was dropped", conflict)
            }
            try expectMerged(conflict, conflict.mine, stored) { _, _ in true }
        case .storeWins, .perProperty:
            guard let theirs else {
                return try expect(stored == nil, "what the store deleted was stored again", conflict)
            }
            if conflict.kind == .deleted { return try checkGivenUp(conflict, theirs, stored) }
            try expectMerged(conflict, theirs, stored) { column, _ in
                policy == .perProperty || conflict.base[column] == theirs[column]
            }
        case .rollback, .theirs:
            guard let theirs else {
                return try expect(stored == nil, "what the store deleted was stored again", conflict)
            }
            if conflict.kind == .deleted { return try checkGivenUp(conflict, theirs, stored) }
            try expectMerged(conflict, theirs, stored) { _, _ in false }
        }
    }

    private func expect(_ holds: Bool, _ rule: String, _ conflict: WorkChanges.Change) throws {
        if !holds { throw WorkFault(rule, "\(conflict.entity.name) \(conflict.key.text), policy \(policy)") }
    }

    /// Whether a row has theirs, and mine where it is to win; relationships follow the fate of their other ends.
    private func expectMerged(
        _ conflict: WorkChanges.Change, _ theirs: [Value], _ stored: [Value]?,
        _ mineWins: (Int, Column) -> Bool
    ) throws {
        guard let stored else {
            // A delete rule or a pair has changed it, and no rule reaches objects that others have deleted.
            if changes.isOnlyFollowing(conflict), named?.contains(conflict.touch) != true { return }
            return try expect(false, "an object that was kept is not stored", conflict)
        }
        for (column, definition) in conflict.entity.columns.enumerated()
        where definition.property < conflict.entity.attributes.count {
            let isMine = conflict.properties.contains(definition.property) && mineWins(column, definition)
            let wanted = isMine ? conflict.mine[column] : theirs[column]
            if stored[column] == wanted { continue }
            throw WorkFault(
                "a merge policy was not followed",
                "\(policy): \(definition.name) of \(conflict.entity.name) \(conflict.key.text) is \(stored[column].text) instead of \(wanted.text)"
            )
        }
    }

    /// A deletion is given up together with the effects of its rules.
    private func checkGivenUp(_ conflict: WorkChanges.Change, _ theirs: [Value], _ stored: [Value]?) throws {
        try expect(stored != nil, "a deletion that was given up was stored", conflict)
        guard let named, conflict.entity.name == WorkKind.squad.name else { return }
        for kind in [WorkKind.athlete, .deal] {
            for (key, row) in before.rows[kind.rawValue] where refers(row.values, kind, to: conflict.key) {
                let isNamed = named.contains(WorkTouch(kind: kind, key: key))
                let now = after.rows[kind.rawValue][key]?.values
                if isNamed || now.map({ refers($0, kind, to: conflict.key) }) == true { continue }
                throw WorkFault(
                    "a deletion was given up, but not what its rules did",
                    "\(kind.name) \(key.text) of Squad \(conflict.key.text), policy \(policy)")
            }
        }
    }

    private func refers(_ values: [Value], _ kind: WorkKind, to squad: ObjectKey) -> Bool {
        values[3] == squad.values.first
    }
}

/// An object that a program has deleted or moved by name.
struct WorkTouch: Hashable {
    var kind: WorkKind
    var key: ObjectKey
}

extension WorkPolicy {
    /// Whether a deletion is given up where others have changed the row.
    fileprivate var givesUp: Bool {
        switch self {
        case .storeWins, .rollback, .theirs: true
        case .error, .memoryWins, .overwrite, .perProperty, .mine: false
        }
    }
}
