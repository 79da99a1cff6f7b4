import Granary

/// For any changes of two sides, the outcome is that of a program in plain Swift, under every policy.
enum RandomMergePromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("Random changes of two sides are merged as a program in plain Swift foresees") { bench in
            for seed in ConformanceEffort.current.seeds(4, long: 100) {
                var program = MergeProgram(seed: seed)
                try await program.run(bench, inChild: false)
            }
        },
        promise("Random changes of a child and its parent are merged as a program in plain Swift foresees") {
            bench in
            for seed in ConformanceEffort.current.seeds(4, long: 100) {
                var program = MergeProgram(seed: seed)
                try await program.run(bench, inChild: true)
            }
        },
    ]
}

/// Many tallies that two sides change at random, saved together.
private struct MergeProgram {
    private let seed: UInt64
    private var random: SeededGenerator

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    mutating func run(_ bench: ConformanceBench, inChild: Bool) async throws {
        for policy in PolicyName.ready where random.chance(2) || policy == .error {
            let merges = (0..<12).map { _ in merge() }
            let bases = merges.map(\.base)
            try await bench.save { context in
                try context.delete(contentsOf: context.fetch(Tally.all))
            }
            try await bench.save { context in
                for (id, base) in bases.enumerated() {
                    let tally = Tally(id: id)
                    base.write(to: tally)
                    try context.insert(tally)
                }
            }
            let others = try bench.stack.makeContext()
            let options = ContextOptions().merging(policy.policy)
            let mine = try inChild ? others.makeChild(options) : bench.stack.makeContext(options)
            let objects = try mine.fetch(Tally.all)
            try change(try others.fetch(Tally.all), to: merges.map(\.theirs), in: others)
            if !inChild { try others.save() }
            try change(objects, to: merges.map(\.mine), in: mine)
            let fates = try save(mine, merges, policy)
            let reader = inChild ? others : try bench.stack.makeContext()
            for (id, fate) in fates.enumerated() {
                let found = try reader.object(Tally.self, id).map { ForeseenMerge.Version($0) }
                try expectEqual(
                    found.map(ForeseenMerge.Fate.stays) ?? .gone, fate,
                    "tally \(id) of \(merges[id]), policy \(policy), seed \(seed)")
            }
            try expect(!mine.hasChanges, "there are changes, policy \(policy), seed \(seed)")
        }
    }

    /// Saves, resolves conflicts at random, and saves again; returns the expected outcome of each tally.
    private mutating func save(
        _ context: Context, _ merges: [ForeseenMerge], _ policy: PolicyName
    )
        throws -> [ForeseenMerge.Fate]
    {
        var fates = merges.map { $0.fate(policy) }
        let open = fates.indices.filter { fates[$0] == .conflict }
        if open.isEmpty {
            try context.save()
            return fates
        }
        let error = try expectError(.conflict, "the save, policy \(policy), seed \(seed)") {
            try context.save()
        }
        // Where the save fails, nothing is settled yet: those without a conflict are merged by the next one.
        try expectEqual(
            Set(error.conflicts.map(\.key)), Set(open.map { .integer(Int64($0)) }),
            "conflicts, policy \(policy), seed \(seed)")
        for conflict in error.conflicts {
            guard case .integer(let id) = conflict.key else { continue }
            let forMine = random.chance(2)
            try context.resolve(conflict, with: forMine ? .mine : .theirs)
            fates[Int(id)] = merges[Int(id)].fate(forMine: forMine)
        }
        try context.save()
        return fates
    }

    private func change(_ tallies: [Tally], to wanted: [ForeseenMerge.Version?], in context: Context)
        throws
    {
        for (tally, wanted) in zip(tallies, wanted) {
            if let wanted { wanted.write(to: tally) } else { try context.delete(tally) }
        }
    }

    private mutating func merge() -> ForeseenMerge {
        let base = version(from: ForeseenMerge.Version(), oneIn: 2)
        let rarity = random.pick(1, 2, 4)
        let mine = random.chance(8) ? nil : version(from: base, oneIn: rarity)
        let theirs = random.chance(8) ? nil : version(from: base, oneIn: rarity)
        return ForeseenMerge(base: base, mine: mine, theirs: theirs)
    }

    private mutating func version(from base: ForeseenMerge.Version, oneIn rarity: Int)
        -> ForeseenMerge.Version
    {
        var version = base
        if random.chance(rarity) { version.count = random.below(5) - 2 }
        if random.chance(rarity) { version.high = random.chance(4) ? nil : random.below(4) }
        if random.chance(rarity) { version.words = random.some(["a", "b", "c", "d"]) }
        if random.chance(rarity) { version.title = random.pick("x", "y", "z") }
        if random.chance(rarity) { version.editedAt = random.chance(4) ? nil : random.below(3) }
        if random.chance(rarity * 2) { version.remark = random.pick("x", "y", nil) }
        if random.chance(rarity * 2) { version.rank = random.pick(1, 2, nil) }
        return version
    }
}
