import Granary

/// The rows that are expected when a context of the club saves.
struct ForeseenRows {
    let position: Int
    /// The changes that the save is to write.
    let changes: RowChanges
    let before: RowDump
    /// The deals that a parent has moved away from the squads that the child deletes.
    let moved: MovedDeals?
}

/// What the saves of a program store, and that contexts show states of the store and their own changes.
extension ContextRun {
    /// Collects what a save is to write; `nil` where no rows are foreseen.
    func foreseeRows(_ position: Int) throws -> ForeseenRows? {
        guard let rows else { return nil }
        let (role, changes) = (roles[position], try RowChanges(context(position)))
        var moved: MovedDeals?
        if let parent = role.parent, roles[parent].parent == nil, role.history == .none, !role.savesThrough {
            moved = try MovedDeals(changes, known[position].named, rows.now, in: context(parent))
        }
        return ForeseenRows(position: position, changes: changes, before: rows.now, moved: moved)
    }

    /// Looks at the rows of the store again.
    func readRows() throws { try rows?.read() }

    /// Compares the rows after a save with the expected ones.
    func check(_ save: ForeseenRows, _ refusal: GranaryError?) throws {
        let position = save.position
        try readRows()
        if let refusal {
            try checkRefused(refusal, save)
            // A new object whose key is taken cannot stay.
            if refusal.context.constraint == .primaryKey { try context(position).rollback() }
            return
        }
        try save.moved?.check()
        try checkAcknowledged(save)
        if let parent = roles[position].parent { known[parent].named.formUnion(known[position].named) }
        known[position].named = []
        if !save.changes.isEmpty { known[position].oldest = (rows?.states.count ?? 1) - 1 }
    }

    private func checkRefused(_ refusal: GranaryError, _ save: ForeseenRows) throws {
        let role = roles[save.position]
        if rows?.now != save.before {
            throw ProgramFault("a save that was refused has stored something", "\(refusal)")
        }
        guard role.policy == .error, !role.savesThrough else { return }
        let left = try RowChanges(context(save.position))
        // A reference to an object that others have deleted is removed when the context learns of that.
        if refusal.code == .constraint || refusal.code == .conflict { return }
        if left.summary != save.changes.summary {
            throw ProgramFault(
                "a save that was refused has changed what is to be saved",
                "\(refusal.code): \(save.changes.summary) became \(left.summary)")
        }
    }

    private func checkAcknowledged(_ save: ForeseenRows) throws {
        let role = roles[save.position]
        guard let rows else { return }
        guard role.parent == nil else {
            if !role.savesThrough, rows.now != save.before {
                throw ProgramFault("a child that keeps to its parent has stored something", "")
            }
            return try checkParent(save.changes, save.position)
        }
        let check = RowSaveCheck(
            changes: save.changes, policy: role.policy, before: save.before, after: rows.now,
            named: role.history == .kept ? nil : known[save.position].named)
        try check.check()
    }

    /// Whether a parent has the changes that its child has saved to it.
    private func checkParent(_ changes: RowChanges, _ position: Int) throws {
        guard roles[position].policy == .error, let parent = roles[position].parent,
            !roles[position].savesThrough
        else { return }
        let tables = try context(parent).graph.tables
        for change in changes.changes {
            let name = "\(change.entity.name) \(change.key.text)"
            let object = tables.loadedObject(change.key.bits, of: change.entity)
            if change.kind == .deleted {
                guard let object, object._objectState.phase != .deleted, !changes.replaces(change) else {
                    continue
                }
                throw ProgramFault("a parent has what its child deleted", name)
            }
            guard let object, object._objectState.phase != .deleted else {
                throw ProgramFault("a parent has not what its child saved", name)
            }
            let values = RowDump.normal(try object.columnValues(of: change.entity))
            for (column, definition) in change.entity.columns.enumerated()
            where change.properties.contains(definition.property) && values[column] != change.mine[column] {
                throw ProgramFault(
                    "a parent has another value than its child saved", "\(definition.name) of \(name)")
            }
        }
    }

    /// Carries out a batch; one that is refused stores nothing.
    func batch(_ body: () throws -> Void) throws {
        let before = rows?.now
        let refusal = try attempt(body)
        try readRows()
        guard let refusal else { return }
        if rows?.now != before {
            throw ProgramFault("a batch that was refused has stored something", "\(refusal)")
        }
        throw refusal
    }

    // MARK: Looking

    /// Checks what holds after every step: nothing is stored without a save, and objects of a version have the values
    /// that the store has with this version.
    func checkRows(after action: ContextStep.Action, _ position: Int) throws {
        switch action {
        case .rollback, .reset, .refresh, .refreshAll, .hear: try rows?.checkNothingIsStored()
        default: break
        }
        guard roles[position].parent == nil, let stored = rows?.now else { return }
        for table in try context(position).graph.tables {
            var problem: String?
            try table.map.forEach { object, _ in
                guard let object = object as? any Model, object._objectState.version > 0,
                    let row = stored[table.entity, object.erasedKey],
                    row.version == object._objectState.version
                else { return }
                let base =
                    RowDump.normal(
                        try object._objectState.changes?.original.columnValues(of: table.entity)
                            ?? object.columnValues(of: table.entity))
                if base != row.values {
                    problem =
                        "\(table.entity.name) \(object.erasedKey.text): \(base.map(\.text)), stored \(row.values.map(\.text))"
                }
            }
            if let problem { throw ProgramFault("an object has the version of other values", problem) }
        }
    }

    /// Reads everything that a context shows, and compares it with the states of the store and with its parent.
    func lookAtRows(_ position: Int) throws {
        // A new object whose key another has, whom the context does not know yet, cannot be saved.
        if try hidesRows(position) { return }
        let (context, isChild) = (try context(position), roles[position].parent != nil)
        let view: ContextView
        do {
            // A child does not hear of its parent's changes, and still never shows half of a pair. In long runs, since
            // it reads everything once more.
            if isChild, ConformanceEffort.current.isLong { try ContextView(context, models).checkPairs() }
            try readAgain(position)
            view = try ContextView(context, models)
        } catch let error as GranaryError {
            throw ProgramFault("a context cannot be read", "\(error)")
        }
        do {
            try view.check()
            try checkState(view, position)
            try checkAgainstParent(view, position)
        } catch let fault as ProgramFault {
            throw ProgramFault(fault.rule, "context \(position): \(fault.detail)")
        }
    }

    /// Reads everything again where a context is not notified of changes: in a parent, or in the store.
    private func readAgain(_ position: Int) throws {
        if let parent = roles[position].parent { try readAgain(parent) }
        if roles[position].parent != nil || roles[position].kind == .deaf {
            try context(position).refreshAll()
        }
    }

    /// A child without changes shows its parent's content.
    private func checkAgainstParent(_ view: ContextView, _ position: Int) throws {
        guard let parent = roles[position].parent, !view.context.hasChanges else { return }
        let mine = try view.rows(sortsMembers: true).map(RowDump.normal)
        let theirs = try ContextView(context(parent), models).rows(sortsMembers: true).map(RowDump.normal)
        try expect(mine, theirs, "a child without changes shows something else than its parent")
    }

    /// Whether a new object of a context, or of one above it, has the key of one that the context may be shown.
    private func hidesRows(_ position: Int) throws -> Bool {
        var chain = [position]
        while let parent = roles[chain[chain.count - 1]].parent { chain.append(parent) }
        let root = chain[chain.count - 1]
        let states = rows?.states ?? []
        // A unit of work may still show a state in which the other object existed.
        let shown = states[(roles[root].kind == .main ? states.count - 1 : known[root].oldest)...]
        let owners = try chain.dropFirst().map { try context($0).graph.tables }
        return try chain.contains { member in
            try context(member).graph.tables.contains { table in
                table.touched(in: .inserted).contains { object in
                    if table.replaced(object.erasedKey.bits) != nil { return false }
                    return shown.contains { $0[table.entity, object.erasedKey] != nil }
                        || owners.contains {
                            $0.loadedObject(object.erasedKey.bits, of: table.entity).map { $0 !== object }
                                ?? false
                        }
                }
            }
        }
    }

    /// A context shows one state of the store, apart from its own changes.
    private func checkState(_ view: ContextView, _ position: Int) throws {
        guard roles[position].parent == nil, roles[position].kind != .deaf else { return }
        let states = rows?.states ?? []
        var reason = ""
        // The oldest that fits, since the context's own changes may hide how it differs from newer ones.
        for index
            in (roles[position].kind == .main ? states.count - 1 : known[position].oldest)..<states.count
        {
            guard let difference = view.difference(from: states[index]) else {
                known[position].oldest = index
                return
            }
            reason = difference
        }
        throw ProgramFault("a context shows what no state of the store was", reason)
    }
}

extension ContextView {
    /// Where the context differs from a state of its store, apart from its own changes; `nil` where it does not.
    fileprivate func difference(from state: RowDump) -> String? {
        for (index, found) in objects.enumerated() {
            let table = context.graph.tables[index]
            let entity = table.entity
            var own = Set(table.touched.lazy.filter(\._objectState.isPending).map(\.erasedKey))
            own.formUnion(table.replacedObjects.map(\.erasedKey))
            var keys: Set<ObjectKey> = []
            for object in found where !own.contains(object.erasedKey) {
                keys.insert(object.erasedKey)
                guard let row = state[entity, object.erasedKey] else {
                    return "\(entity.name) \(object.erasedKey.text) is not stored"
                }
                if let values = (try? object.columnValues(of: entity)).map(RowDump.normal),
                    values != row.values
                {
                    return
                        "\(entity.name) \(object.erasedKey.text) is \(values.map(\.text)), stored \(row.values.map(\.text))"
                }
            }
            if let missing = state.rows[index].keys.first(where: { !own.contains($0) && !keys.contains($0) })
            {
                return "\(entity.name) \(missing.text) is stored, but not shown"
            }
        }
        return pairDifference(from: state)
    }

    private func pairDifference(from state: RowDump) -> String? {
        guard let changes = try? RowChanges(context) else { return "its changes cannot be read" }
        func touched(_ kind: RowChanges.Change.Kind) -> Set<ObjectName> {
            Set(changes.changes.filter { $0.kind == kind }.map(\.touch))
        }
        func pairs(_ pairs: Set<RowPair>, without gone: Set<ObjectName>) -> Set<RowPair> {
            pairs.filter {
                !gone.contains(ObjectName(kind: Club.athlete, key: $0.first))
                    && !gone.contains(ObjectName(kind: Club.medal, key: $0.second))
            }
        }
        // A new object with the key of a deleted one has its own pairs only.
        let gone = touched(.deleted)
        let wanted = pairs(state.pairs.subtracting(changes.removed), without: gone)
            .union(pairs(changes.added, without: gone.subtracting(touched(.inserted))))
        var shown: Set<RowPair> = []
        for case let athlete as Athlete in objects[Club.athlete] {
            for medal in athlete.medals {
                shown.insert(RowPair(first: athlete.erasedKey, second: medal.erasedKey))
            }
        }
        return shown == wanted
            ? nil : "pairs \(shown.subtracting(wanted)) too many, \(wanted.subtracting(shown)) missing"
    }
}
