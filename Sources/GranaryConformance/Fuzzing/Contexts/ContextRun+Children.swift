import Granary

/// Children of the contexts of a program: their content, and the effects of their saves.
extension ContextRun {
    /// The context of a number; a child begins with its first step, and then shows its parent's content.
    func context(_ number: Int) throws -> Context {
        if number < Self.contextCount { return contexts[number] }
        if let child = children[number] { return child }
        let parent = contexts[number - Self.contextCount]
        let child = Context(
            options: ContextOptions().merging(policy(number).policy), parent: parent)
        children[number] = child
        guard isShownByChildren(number - Self.contextCount) else { return child }
        undisturbed.insert(number)
        try expectSame(
            whole(in: child), whole(in: parent),
            "a new child and its parent")
        return child
    }

    /// Everything that a context shows, with its tallies, and with the members of relationships in the order of their
    /// keys, if they are sorted.
    ///
    /// Members that are loaded come in that order and those added since behind them. So a child loads members that were
    /// added to its parent, and an undo may cause a list to be read again.
    func whole(in context: Context, sortsMembers: Bool = true) throws -> [[Value]] {
        let tallies = try Self.tallies(in: context).sorted { $0.key < $1.key }
        return try everything(in: context, sortsMembers: sortsMembers)
            + tallies.map { [.text("Tally"), .integer(Int64($0.key)), .text("\($0.value)")] }
    }

    /// Compares a context's content with the expected content.
    func expectSame(_ shown: [[Value]], _ wanted: [[Value]], _ what: String) throws {
        if shown == wanted { return }
        let (more, less) = (
            shown.filter { !wanted.contains($0) }, wanted.filter { !shown.contains($0) }
        )
        throw ModelFault("\(what): \(ProgramText.text(more)) instead of \(ProgramText.text(less))")
    }

    /// Records the effect of a context's step on its child and on its history.
    func disturb(_ number: Int, by action: ContextStep.Action) {
        if number < Self.contextCount, !action.onlyReads {
            undisturbed.remove(number + Self.contextCount)
            steps[number + Self.contextCount]?.forget()
        }
        switch action {
        case .save, .saveDeciding, .saveThrough, .refresh, .refreshAll:
            steps[number]?.forget()
            if case .saveThrough = action { steps[number % Self.contextCount]?.forget() }
        case .rollback, .reset, .leave:
            steps[number] = nil
            inConflict.remove(number)
        default: break
        }
    }

    /// Drops a child: its parent stays unchanged.
    func leave(_ number: Int) throws {
        guard let child = children[number] else { return }
        let parent = contexts[number - Self.contextCount]
        let before = try whole(in: parent, sortsMembers: false)
        child.close()
        children[number] = nil
        tallies.forget(number)
        try expectSame(
            whole(in: parent, sortsMembers: false), before, "the parent of a child that was dropped")
    }

    /// Saves a child to its parent, and nothing to the store.
    func saveChild(_ number: Int) throws {
        let (child, parent) = (try context(number), contexts[number - Self.contextCount])
        let (fates, shown) = (try fates(ofChild: number), try Self.tallies(in: parent))
        let wanted = undisturbed.contains(number) ? try whole(in: child) : nil
        do {
            try checking([fates]) { try child.save(upTo: .parent) }
        } catch let error as GranaryError where error.code != .conflict {
            // Conflicts are settled before the parent refuses the rest, and stay settled.
            tallies.settle(fates, of: number, showing: try Self.tallies(in: child), theirs: shown)
            throw error
        }
        tallies.takeOver(fates, from: number, to: number - Self.contextCount, showing: shown)
        let now = try Self.tallies(in: parent)
        for (id, fate) in fates {
            let found = now[id].map(ForeseenMerge.Fate.stays) ?? .gone
            if fate == .foreseen(found) { continue }
            throw ModelFault(
                "tally \(id) of a parent is \(found) after its child has saved, instead of \(fate)")
        }
        if let wanted {
            try expectSame(
                whole(in: parent), wanted,
                "a parent and what its child showed when it saved")
        }
        if let stored { try expectSame(inStore(), stored, "the store after the save of a child") }
    }

    /// Saves a child and its parent; of a context without a parent, saves that.
    func saveThrough(_ number: Int) throws {
        let (child, root) = (try context(number), number - Self.contextCount)
        guard root >= 0 else { return try save(number) }
        let (fates, shown) = (try fates(ofChild: number), try Self.tallies(in: contexts[root]))
        var foreseen = tallies
        foreseen.takeOver(fates, from: number, to: root, showing: shown)
        let last = foreseen.fates(of: root, policy(number), theirs: foreseen.stored)
        undisturbed.remove(number)
        // A save without changes begins no snapshot.
        let writes = child.hasChanges || contexts[root].hasChanges
        do {
            try checking([fates, last]) { try child.save(upTo: .stores) }
        } catch let error as GranaryError {
            // Conflicts of the parent that the child's policy has settled stay settled when the save fails after that.
            if policy(number) != policy(root) {
                [number, root].forEach(giveUp)
            } else {
                // A conflict of the parent with the store comes after those of the child with its parent.
                tallies.settle(fates, of: number, showing: try Self.tallies(in: child), theirs: shown)
            }
            throw error
        }
        foreseen.store(last, of: root)
        tallies = foreseen
        if writes { try checkTallies(contexts[root], "the parent of the child that has saved") }
    }

    /// Rolls a context or a child back.
    private func giveUp(_ number: Int) {
        (children[number] ?? contexts[number % Self.contextCount]).rollback()
        tallies.forget(number)
        steps[number] = nil
    }

    private func fates(ofChild number: Int) throws -> [Int: ForeseenTallies.Fate] {
        tallies.fates(of: number, policy(number), theirs: try theirs(of: number))
    }

    private func inStore() throws -> [[Value]] {
        let context = try makeReader()
        defer { context.close() }
        return try everything(in: context)
    }
}
