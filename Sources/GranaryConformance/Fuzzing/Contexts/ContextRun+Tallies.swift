import Granary

/// The tallies that are expected when a context saves, whose conflicts merge rules settle.
struct ForeseenTallySave {
    let position: Int
    /// The parent of a child, and whether the child keeps to it.
    let parent: Int?
    let keepsToParent: Bool
    /// The fates at each level that the save reaches, the child's first.
    let levels: [[Int: ForeseenTallies.Fate]]
    /// What the others have before the save.
    let theirs: [Int: ForeseenMerge.Version]
    /// The tallies after a save that goes through the parent.
    let after: ForeseenTallies?
    /// A save without changes begins no snapshot.
    let writes: Bool
}

/// The steps of a program with tallies, and the results that plain Swift foresees.
extension ContextRun {
    /// Carries out a step, and records what the context then wants.
    func carryOut(_ step: TallyStep, in position: Int) throws {
        let context = try context(position)
        let (id, tally) = (step.id, try context.object(Tally.self, step.id))
        let shown = tally.map { ForeseenMerge.Version($0) }
        switch step {
        case .insert:
            // Each context has separate keys: a key that two have taken is no conflict that a rule could settle.
            let root = roles[position].parent ?? position
            guard tally == nil, id % ContextProgramGenerator.contextCount == root, tallies.stored[id] == nil,
                !([root] + children(of: root)).contains(where: { tallies.hasChanged(id, in: $0) })
            else { return }
            try context.insert(Tally(id: id))
            tallies.want(id, ForeseenMerge.Version(), insteadOf: nil, in: position)
        case .change(_, let property, let value):
            guard let tally, let shown else { return }
            let wanted = shown.changed(property, value)
            wanted.write(to: tally)
            tallies.want(id, wanted, insteadOf: shown, in: position)
        case .delete:
            guard let tally, let shown else { return }
            try context.delete(tally)
            tallies.want(id, nil, insteadOf: shown, in: position)
        }
    }

    /// What a save makes of the tallies; `nil` for models without any.
    func foreseeTallies(_ position: Int, _ extent: SaveExtent?) throws -> ForeseenTallySave? {
        if models != .library { return nil }
        let (context, policy) = (try context(position), roles[position].policy)
        let theirs = try theirs(of: position)
        let fates = tallies.fates(of: position, policy, theirs: theirs)
        let parent = roles[position].parent
        var (levels, after, writes) = ([fates], ForeseenTallies?.none, context.hasChanges)
        if let parent, extent == .stores {
            var foreseen = tallies
            foreseen.takeOver(fates, from: position, to: parent, showing: theirs)
            let last = foreseen.fates(of: parent, policy, theirs: foreseen.stored)
            foreseen.store(last, of: parent)
            levels.append(last)
            after = foreseen
            writes = try writes || self.context(parent).hasChanges
        }
        return ForeseenTallySave(
            position: position, parent: parent, keepsToParent: extent == .parent, levels: levels,
            theirs: theirs, after: after, writes: writes)
    }

    /// Compares whether the save was refused, and the tallies after it, with the fates that are foreseen.
    func check(_ save: ForeseenTallySave, _ refusal: GranaryError?) throws {
        let fates = save.levels[0]
        if let refusal {
            try check(refusal, save.levels)
            if let parent = save.parent, !save.keepsToParent {
                // Conflicts of the parent that the child's policy has settled stay settled when the save fails after
                // that.
                if roles[save.position].policy != roles[parent].policy {
                    return try [save.position, parent].forEach(rollBack)
                }
            } else if refusal.code == .conflict {
                return
            }
            // Conflicts are settled before a store or the parent refuses the rest, and stay settled.
            let shown = try Self.tallies(in: context(save.position))
            return tallies.settle(fates, of: save.position, showing: shown, theirs: save.theirs)
        }
        for fates in save.levels {
            guard let open = fates.filter({ $0.value.isConflict || $0.value == .taken }).keys.min() else {
                continue
            }
            throw ProgramFault("a save went through although tally \(open) is in conflict")
        }
        guard let parent = save.parent else {
            tallies.store(fates, of: save.position)
            if save.writes { try checkTallies(context(save.position), "the context that has saved") }
            return
        }
        if let after = save.after {
            tallies = after
            if save.writes { try checkTallies(context(parent), "the parent of the child that has saved") }
            return
        }
        tallies.takeOver(fates, from: save.position, to: parent, showing: save.theirs)
        let now = try Self.tallies(in: context(parent))
        for (id, fate) in fates {
            let found = now[id].map(ForeseenMerge.Fate.stays) ?? .gone
            if fate == .foreseen(found) { continue }
            throw ProgramFault(
                "tally \(id) of a parent is \(found) after its child has saved, instead of \(fate)")
        }
    }

    /// The conflicts that a save has thrown are those that are foreseen, at the first level that has any.
    private func check(_ error: GranaryError, _ levels: [[Int: ForeseenTallies.Fate]]) throws {
        guard error.code == .conflict else { return }
        let conflicts = levels.map { Set($0.filter(\.value.isConflict).keys) }
        let open = conflicts.first { !$0.isEmpty } ?? []
        var found: Set<Int> = []
        for case .integer(let key) in error.conflicts.filter({ $0.entity == "Tally" }).map(\.key) {
            found.insert(Int(key))
        }
        // Of several stores, the first one with a conflict may end the save.
        let mayLackSome = error.conflicts.contains { $0.entity != "Tally" }
        if found == open || (mayLackSome && found.isSubset(of: open)) { return }
        throw ProgramFault("the tallies in conflict are \(found.sorted()) instead of \(open.sorted())")
    }

    /// Saves a context, and rolls it back if that is refused twice.
    ///
    /// After the first conflict it decides about the tallies by a number, and takes the others' state of other objects.
    func saveDeciding(_ position: Int, _ choices: Int) throws -> [[Value]] {
        let extent: SaveExtent? = roles[position].parent == nil ? nil : .parent
        do {
            try save(position, upTo: extent)
            return [[.text("saved")]]
        } catch let error as GranaryError where error.code == .conflict {
            do {
                try decide(error.conflicts, position, choices)
                try save(position, upTo: extent)
                return [[.text("saved after deciding")]]
            } catch let error as GranaryError {
                try context(position).rollback()
                tallies.forget(position)
                return [[.text("rolled back"), .text(error.code.rawValue)]]
            }
        }
    }

    private func decide(_ conflicts: [SaveConflict], _ position: Int, _ choices: Int) throws {
        let (context, theirs) = (try context(position), try theirs(of: position))
        for conflict in conflicts {
            guard case .integer(let key) = conflict.key, conflict.entity == "Tally" else {
                try context.resolve(conflict, with: .theirs)
                continue
            }
            let forMine = choices >> Int(key) & 1 == 1
            try context.resolve(conflict, with: forMine ? .mine : .theirs)
            tallies.resolve(Int(key), of: position, forMine: forMine, theirs: theirs[Int(key)])
        }
    }

    /// The tallies that others have, for a context: those stored, or those of its parent.
    private func theirs(of position: Int) throws -> [Int: ForeseenMerge.Version] {
        guard let parent = roles[position].parent else { return tallies.stored }
        return try Self.tallies(in: context(parent))
    }

    /// Records that undoing or redoing has changed the tallies of a context.
    func moveTallies(from before: [Int: ForeseenMerge.Version], _ position: Int) throws {
        let after = try Self.tallies(in: context(position))
        for id in Set(before.keys).union(after.keys) where before[id] != after[id] {
            tallies.move(id, to: after[id], from: before[id], in: position)
        }
    }

    /// Compares the tallies of a context without unsaved changes with those that plain Swift foresees.
    func checkTallies(_ context: Context, _ what: String) throws {
        let shown = try Self.tallies(in: context)
        for id in Set(shown.keys).union(tallies.stored.keys).sorted() where shown[id] != tallies.stored[id] {
            throw ProgramFault(
                "\(what) has tally \(id) as \(Self.text(shown[id])) instead of \(Self.text(tallies.stored[id]))"
            )
        }
    }

    /// The tallies that a context shows.
    static func tallies(in context: Context) throws -> [Int: ForeseenMerge.Version] {
        var shown: [Int: ForeseenMerge.Version] = [:]
        for tally in try context.fetch(Tally.all) { shown[tally.id] = ForeseenMerge.Version(tally) }
        return shown
    }

    /// A tally for people.
    private static func text(_ version: ForeseenMerge.Version?) -> String {
        version.map { "\($0)" } ?? "none"
    }
}
