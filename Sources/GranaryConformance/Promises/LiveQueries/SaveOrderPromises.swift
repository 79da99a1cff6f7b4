import Granary

/// Saves of several threads are reported in the order of their commits, so that each result is a state that the store
/// had.
enum SaveOrderPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise(
            "A save whose thread is late is told before the saves that were committed after it",
            needs: .orderedSaves
        ) { bench in
            try await bench.delayed { stack, delay in
                var results = stack.observe(Tag.all, .every(buffer: 10)).makeAsyncIterator()
                var saves = stack.changes(of: Tag.self).makeAsyncIterator()
                _ = try await results.next()
                let late = await LateSave(stack, delay) { try $0.insert(Tag(word: "one")) }
                try await stack.perform { context in
                    try expect(try context.object(Tag.self, "one") != nil, "the first save is not committed")
                    try context.insert(Tag(word: "two"))
                    try context.save()
                }
                try await late.end()
                let words = ["one", "two"]
                for word in words {
                    let change = try unwrap(try await saves.next(), "a save")
                    try expectEqual(change.inserted.map(\.word), [word], "the save told")
                }
                for count in 1...2 {
                    let result = try unwrap(try await results.next(), "a result")
                    try expectEqual(
                        words.filter { word in result.contains { $0.word == word } },
                        Array(words.prefix(count)), "the tags of result \(count)")
                }
            }
        },
        promise(
            "While several save at once, each result of a live query is a state that the store had",
            needs: .orderedSaves, mayBeKeptByChance: true
        ) { bench in
            for seed in LiveQueryProgramPromises.seeds {
                do { try await race(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        },
    ]

    // MARK: A race

    /// The rows of a race: each is copied from the one before it, so none is ever larger than that; the last two add up
    /// to 0.
    private static let chain = ["a", "b", "c"]
    private static let pair = ["left", "right"]

    private static func race(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for word in chain + pair where try context.object(Tag.self, word) == nil {
                try context.insert(Tag(word: word, weight: 0))
            }
            for word in chain + pair { try context.existing(Tag.self, word).weight = 0 }
        }
        let end = 1_000
        let sorted = Tag.where { $0.weight != nil }.sorted { $0.weight.descending }
        async let every: Void = follow(bench.stack.observe(Tag.all, .every(buffer: 50)), to: end)
        async let latest: Void = follow(bench.stack.observe(sorted), to: end)
        async let few: Void = follow(bench.stack.observe(sorted.limit(5)), to: end)
        async let sums: Void = followSum(
            bench.stack.observe(Tag.where { $0.word >= "left" }) { $0.weight.sum })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (source, target) in [(nil, chain[0]), (chain[0], chain[1]), (chain[1], chain[2])] {
                group.addTask {
                    for number in 1...20 {
                        try await bench.save(.importer) { context in
                            let weight = try source.map { try context.existing(Tag.self, $0).weight }
                            try context.existing(Tag.self, target).weight = weight ?? number
                        }
                    }
                }
            }
            group.addTask {
                var generator = SeededGenerator(seed: seed)
                for _ in 1...20 {
                    let weight = generator.below(100)
                    try await bench.save(.importer) { context in
                        try context.existing(Tag.self, pair[0]).weight = weight
                        try context.existing(Tag.self, pair[1]).weight = -weight
                    }
                }
            }
            try await group.waitForAll()
        }
        try await bench.save { context in
            for word in chain { try context.existing(Tag.self, word).weight = end }
            for word in pair { try context.existing(Tag.self, word).weight = 0 }
        }
        _ = try await (every, latest, few)
        // The sum has been 0 all the time, so there is no last one to wait for.
        try await bench.save { try $0.insert(Tag(word: "right\(seed)", weight: end)) }
        try await sums
        try await bench.save { try $0.delete(try $0.existing(Tag.self, "right\(seed)")) }
    }

    /// Reads results until the rows have their last weights, and checks each.
    private static func follow(_ query: LiveQuery<Tag>, to end: Int) async throws {
        for try await result in query {
            let weights = Dictionary(result.map { ($0.word, $0.weight ?? 0) }) { $1 }
            let links = chain.map { weights[$0] ?? 0 }
            try expect(links == links.sorted(by: >), "the rows copied from each other are \(links)")
            let sides = pair.map { weights[$0] ?? 0 }
            try expectEqual(sides[0] + sides[1], 0, "the sum of both sides")
            if links.allSatisfy({ $0 == end }) { return }
        }
    }

    /// Reads the sum of the pair until the race is over, and checks that it has never been another one.
    private static func followSum(_ sums: LiveAggregate<Tag, Int>) async throws {
        for try await sum in sums where sum != 0 {
            try expectEqual(sum, 1_000, "the sum of both sides")
            return
        }
    }
}
