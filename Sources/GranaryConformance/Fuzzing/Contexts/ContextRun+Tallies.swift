import Granary

/// The steps of a program with tallies, whose conflicts merge rules settle, and the results that plain Swift foresees.
extension ContextRun {
    /// Carries out a step, and records what the context then wants.
    func carryOut(_ step: TallyStep, in number: Int) throws {
        let context = try context(number)
        let (id, tally) = (step.id, try context.object(Tally.self, step.id))
        let shown = tally.map { ForeseenMerge.Version($0) }
        switch step {
        case .insert:
            // Each context has separate keys: a key that two have taken is no conflict that a rule could settle.
            let root = number % Self.contextCount
            guard tally == nil, id % Self.contextCount == root, tallies.stored[id] == nil,
                !tallies.hasChanged(id, in: root), !tallies.hasChanged(id, in: root + Self.contextCount)
            else { return }
            try context.insert(Tally(id: id))
            tallies.want(id, ForeseenMerge.Version(), insteadOf: nil, in: number)
        case .change(_, let property, let value):
            guard let tally, let shown else { return }
            let wanted = shown.changed(property, value)
            wanted.write(to: tally)
            tallies.want(id, wanted, insteadOf: shown, in: number)
        case .delete:
            guard let tally, let shown else { return }
            try context.delete(tally)
            tallies.want(id, nil, insteadOf: shown, in: number)
        }
    }

    /// Saves a context, and compares the resulting tallies with those that plain Swift foresees.
    func save(_ number: Int) throws {
        if number >= Self.contextCount { return try saveChild(number) }
        let fates = tallies.fates(of: number, policy(number), theirs: tallies.stored)
        // A save without changes begins no snapshot.
        let writes = contexts[number].hasChanges
        do {
            try checking([fates]) { try contexts[number].save() }
        } catch let error as GranaryError where error.code != .conflict {
            // Conflicts are settled before a store refuses the rest, and stay settled.
            let shown = try Self.tallies(in: contexts[number])
            tallies.settle(fates, of: number, showing: shown, theirs: tallies.stored)
            throw error
        }
        tallies.store(fates, of: number)
        if writes { try checkTallies(contexts[number], "the context that has saved") }
    }

    /// Saves a context, and rolls it back if that is refused twice.
    ///
    /// After the first conflict it decides about the tallies by a number, and takes the others' state of other objects.
    func saveDeciding(_ number: Int, _ choices: Int) throws -> [[Value]] {
        do {
            try save(number)
            return [[.text("saved")]]
        } catch let error as GranaryError where error.code == .conflict {
            let context = try context(number)
            do {
                let theirs = try theirs(of: number)
                for conflict in error.conflicts {
                    guard case .integer(let key) = conflict.key, conflict.entity == "Tally" else {
                        try context.resolve(conflict, with: .theirs)
                        continue
                    }
                    let forMine = choices >> Int(key) & 1 == 1
                    try context.resolve(conflict, with: forMine ? .mine : .theirs)
                    tallies.resolve(Int(key), of: number, forMine: forMine, theirs: theirs[Int(key)])
                }
                try save(number)
                return [[.text("saved after deciding")]]
            } catch let error as GranaryError {
                context.rollback()
                tallies.forget(number)
                return [[.text("rolled back"), .text(error.code.rawValue)]]
            }
        }
    }

    /// The tallies that others have, for a context: those stored, or those of its parent.
    func theirs(of number: Int) throws -> [Int: ForeseenMerge.Version] {
        number < Self.contextCount
            ? tallies.stored : try Self.tallies(in: contexts[number - Self.contextCount])
    }

    /// Saves, and compares whether that is refused with the fates that are foreseen at each level.
    func checking(_ levels: [[Int: ForeseenTallies.Fate]], _ save: () throws -> Void) throws {
        do {
            try save()
        } catch let error as GranaryError {
            try check(error, levels)
            throw error
        }
        for fates in levels {
            guard let open = fates.filter({ $0.value.isConflict || $0.value == .taken }).keys.min() else {
                continue
            }
            throw ModelFault("a save went through although tally \(open) is in conflict")
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
        throw ModelFault("the tallies in conflict are \(found.sorted()) instead of \(open.sorted())")
    }

    /// Compares the tallies of a context without unsaved changes with those that plain Swift foresees.
    func checkTallies(_ context: Context, _ what: String) throws {
        let shown = try Self.tallies(in: context)
        for id in Set(shown.keys).union(tallies.stored.keys).sorted() where shown[id] != tallies.stored[id] {
            throw ModelFault(
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
    static func text(_ version: ForeseenMerge.Version?) -> String {
        version.map { "\($0)" } ?? "none"
    }
}
