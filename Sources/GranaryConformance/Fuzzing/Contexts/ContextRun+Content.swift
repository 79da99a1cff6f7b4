import Granary

/// The content of contexts, at points in time between which nothing else may have changed it.
extension ContextRun {
    /// Everything that a context shows, with the members of relationships in the order of their keys, if they are
    /// sorted, and with its tallies.
    ///
    /// Members that are loaded come in that order and those added since behind them. So a child loads members that were
    /// added to its parent, and an undo may cause a list to be read again.
    func content(of position: Int, sortsMembers: Bool = true) throws -> [[Value]] {
        let context = try context(position)
        let rows = try ContextView(context, models).rows(sortsMembers: sortsMembers)
        if models != .library { return rows }
        return try rows
            + Self.tallies(in: context).sorted { $0.key < $1.key }
            .map { [.text("Tally"), .integer(Int64($0.key)), .text("\($0.value)")] }
    }

    /// A context's content, after it was checked; `nil` where others may have changed it, or it may be unsavable.
    func shown(_ position: Int) throws -> [[Value]]? {
        switch models {
        case .library: return try content(of: position)
        case .club: return nil
        case .railway: break
        }
        if hidesStored(position) { return nil }
        // A child is not notified of events in its parent, and the snapshots of two stores may begin before and after
        // the save of another context.
        if roles[position].parent != nil || topology == .apart, !known[position].isAlone { return nil }
        do {
            let view = try ContextView(context(position), models)
            try view.check()
            return try view.rows(sortsMembers: true)
        } catch let fault as ProgramFault {
            throw ProgramFault(fault.rule, "context \(position): \(fault.detail)")
        } catch {
            throw ProgramFault("a context cannot be read", "\(error)")
        }
    }

    /// Whether a context has an unsaved object with a key that another has stored: the save refuses it.
    private func hidesStored(_ position: Int) -> Bool {
        if let parent = roles[position].parent, hidesStored(parent) { return true }
        guard let tables = contexts[position]?.graph.tables else { return false }
        return tables.contains { table in
            table.touched(in: .inserted).contains { object in
                let name = ObjectName(kind: kind(named: table.entity.name), key: object.erasedKey)
                return known[position].recent.contains(name) && table.replaced(object.erasedKey.bits) == nil
            }
        }
    }

    /// Compares a context's content with the expected one, where both are known.
    func expect(_ shown: [[Value]]?, _ wanted: [[Value]]?, _ rule: String) throws {
        guard let shown, let wanted, shown != wanted else { return }
        let (more, less) = (shown.filter { !wanted.contains($0) }, wanted.filter { !shown.contains($0) })
        throw ProgramFault(rule, "\(ProgramText.text(more)) instead of \(ProgramText.text(less))")
    }

    /// Reads everything that a context shows, and checks it.
    func look(_ position: Int) throws {
        if models == .club { try lookAtRows(position) } else { _ = try shown(position) }
    }

    /// Records the effect of a context's step on its children and on what is known of itself.
    func disturb(_ position: Int, by action: ContextStep.Action) {
        if !action.onlyReads, !(models == .railway && action.saves) { changeOwner(position) }
        switch action {
        case .refresh, .refreshAll: known[position].steps.forget()
        case .save, .saveDeciding, .saveThrough:
            if models != .library { return }
            known[position].steps.forget()
            if case .saveThrough = action, let parent = roles[position].parent {
                known[parent].steps.forget()
            }
        case .rollback, .reset, .leave:
            known[position].steps = ShownSteps()
            known[position].isInConflict = false
        default: break
        }
    }

    /// Records that a context has changed the content that its children read.
    func changeOwner(_ position: Int) {
        for child in children(of: position) {
            known[child].isAlone = false
            known[child].steps.forget()
        }
    }

    /// Records that a save or a rollback ends what a refusal has left.
    func endRefusal(of position: Int, by action: ContextStep.Action) {
        switch action {
        case .save, .saveDeciding, .rollback, .reset, .leave: known[position].isRefused = false
        case .saveThrough:
            known[position].isRefused = false
            if let parent = roles[position].parent { known[parent].isRefused = false }
        default: break
        }
    }

    // MARK: Beginning and ending

    /// Compares a new child with its parent.
    func checkBegun(_ position: Int) throws {
        guard let parent = roles[position].parent else { return }
        known[position].isAlone = models == .library ? !known[parent].isRefused : known[parent].isAlone
        guard known[position].isAlone else { return }
        try expect(
            try shown(position), try shown(parent), "a new child shows something else than its parent")
    }

    /// Closes a context, which leaves its parent unchanged; another one of the same role follows.
    func leave(_ position: Int) throws {
        guard contexts[position] != nil, models != .library || roles[position].beginsLate else { return }
        let parent = roles[position].parent
        let before = try models == .library ? parent.map { try content(of: $0, sortsMembers: false) } : nil
        contexts[position]?.close()
        contexts[position] = nil
        tallies.forget(position)
        let isAlone = parent.map { known[$0].isAlone } ?? true
        known[position] = ForeseenContext()
        known[position].isAlone = isAlone
        known[position].oldest = (rows?.states.count ?? 1) - 1
        if let parent, let before {
            try expect(
                content(of: parent, sortsMembers: false), before,
                "the parent of a child that was dropped shows something else")
        }
        if !roles[position].beginsLate { _ = try context(position) }
        for child in children(of: position) where child != position { try leave(child) }
    }

    /// Rolls a context back, compares it with what is stored, and lets it save again.
    func finish(_ position: Int) throws {
        let context = try context(position)
        try rollBack(position)
        try context.refreshAll()
        known[position].recent = []
        known[position].isAlone = true
        known[position].oldest = (rows?.states.count ?? 1) - 1
        do { try look(position) } catch let fault as ProgramFault {
            throw ProgramFault(fault.rule, "after a rollback and a refresh, \(fault.detail)")
        }
        try expect(
            try shown(position), stored.rows, "after a rollback a context shows what is not stored")
        for kind in kinds {
            if let object = try kind.fetch(context, FetchPlan(entity: kind.name)).first {
                kind.setters[0](object, 77)
            }
        }
        do { try context.save() } catch {
            throw ProgramFault("a context that was rolled back and refreshed cannot save", "\(error)")
        }
        if rows == nil { try readStore() } else { try readRows() }
        known[position].oldest = (rows?.states.count ?? 1) - 1
    }
}

// MARK: Undoing

extension ContextRun {
    /// Ends the step before, and begins one.
    func beginStep(_ name: Int, _ position: Int) throws {
        let context = try context(position)
        if roles[position].history == .none { return }
        if context.history.levels == 0 { context.history.levels = 20 }
        try endStep(position)
        context.history.beginStep(named: "\(name)")
        known[position].steps.open = name
        if showsOneState(position) { known[position].steps.beginnings[name] = try shown(position) }
    }

    /// Ends the step that is open.
    func endStep(_ position: Int) throws {
        guard let name = known[position].steps.open else { return }
        known[position].steps.open = nil
        if showsOneState(position) { known[position].steps.ends[name] = try shown(position) }
        try context(position).history.endStep()
    }

    /// Whether a context shows one state of its store or parent.
    ///
    /// A child whose parent has changed shows objects loaded before together with newly loaded ones, and an undo may
    /// cause any list without unsaved changes to be read again. A context with a conflict begins a new snapshot when
    /// the object in conflict has no changes left.
    private func showsOneState(_ position: Int) -> Bool {
        known[position].isAlone && !known[position].isInConflict
    }

    /// Undoes or redoes the next step, and compares the content with the one from before.
    func move(_ position: Int, undoing: Bool) throws -> [[Value]] {
        let context = try context(position)
        try endStep(position)
        let name = (undoing ? context.history.undoName : context.history.redoName).flatMap { Int($0) }
        let steps = known[position].steps
        let wanted = name.flatMap { undoing ? steps.beginnings[$0] : steps.ends[$0] }
        // Without the content to expect, a comparison with another run shows nothing: the loaded objects may differ.
        if models == .library, wanted == nil || tallies.hasReplaced(in: position) {
            return [[.text("nothing")]]
        }
        let before = models == .railway && known[position].isAlone ? try shown(position) : nil
        let tallied = try models == .library ? Self.tallies(in: context) : [:]
        var hasMoved = false
        let refusal = try attempt {
            hasMoved = try undoing ? context.history.undo() : context.history.redo()
        }
        if let refusal {
            if wanted != nil, models == .railway {
                throw ProgramFault("a step could not be undone or redone", "\(refusal)")
            }
            try expect(try shown(position), before, "a refused undo has changed something")
            throw refusal
        }
        if !known[position].isAlone { known[position].steps.forget() }
        guard let name, let wanted, known[position].isAlone else { return [] }
        if !hasMoved { throw ProgramFault("a step that has a name cannot be moved", "step \(name)") }
        try expect(
            try shown(position), wanted,
            "after an undo or a redo a context shows something else than before")
        if models == .library { try moveTallies(from: tallied, position) }
        return [[.text("step"), .integer(Int64(name))]]
    }
}
