import Granary

/// Readers of equal queries share one follower of saves, and each gets the differences from its own last result.
enum SharedQueryPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("Readers of equal queries ask their store once for a save", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                // A query with an offset runs again after each save.
                let query = Tag.all.sorted { $0.weight.ascending }.offset(1)
                var readers = (0..<3).map { _ in stack.observe(query).makeAsyncIterator() }
                for position in readers.indices { _ = try await readers[position].next() }
                watch.clear()
                try await stack.perform { context in
                    try context.insert(Tag(word: "new", weight: 1_000))
                    try context.save()
                }
                for position in readers.indices {
                    let result = try unwrap(try await readers[position].next(), "a result")
                    try expectEqual(result.changes.count, 1, "differences of reader \(position)")
                }
                let fetches = watch.spans.filter { $0.name.hasPrefix("fetch") }
                try expectEqual(fetches.count, 1, "requests")
            }
        },
        promise("A reader that comes later begins with what is stored, and the others miss nothing by it") {
            bench in
            try await bench.saveLibrary()
            var early = try await FollowedQuery(Tag.all, bench)
            try await bench.save { try $0.insert(Tag(word: "new", weight: 1)) }
            var late = try await FollowedQuery(Tag.all, bench)
            try expect(late.elements.contains { $0.word == "new" }, "the later reader misses a save")
            try expectEqual(try await early.next().count, 1, "differences of the earlier reader")
            try await bench.save { try $0.existing(Tag.self, "new").weight = 2 }
            try expectEqual(try await late.next().count, 1, "differences of the later reader")
            try expectEqual(try await early.next().count, 1, "the same for the earlier one")
        },
        promise(
            "A reader that is behind gets the differences from its own last result, and none if it is equal"
        ) {
            bench in
            try await bench.saveLibrary()
            var (quick, slow) = (
                try await FollowedQuery(Tag.all, bench), try await FollowedQuery(Tag.all, bench)
            )
            for weight in [50, 60] {
                try await bench.save { context in
                    if let tag = try context.object(Tag.self, "new") { return tag.weight = weight }
                    try context.insert(Tag(word: "new", weight: weight))
                }
                _ = try await quick.next()
            }
            let changes = try await slow.next()
            try expect(changes.count == 1 && changes[0].hasPrefix("insert"), "combined: \(changes)")
            try await bench.save { try $0.existing(Tag.self, "new").weight = 70 }
            _ = try await quick.next()
            try await bench.save { try $0.existing(Tag.self, "new").weight = 60 }
            _ = try await quick.next()
            try await bench.save { try $0.existing(Tag.self, "new").weight = 80 }
            let next = try await slow.next()
            try expect(next.count == 1 && next[0].hasPrefix("update"), "combined again: \(next)")
        },
        promise("A reader that is behind misses nothing when the others leave") { bench in
            try await bench.saveLibrary()
            var slow = try await FollowedQuery(Tag.all, bench)
            do {
                var quick = try await FollowedQuery(Tag.all, bench)
                try await bench.save { try $0.insert(Tag(word: "first", weight: 1)) }
                _ = try await quick.next()
            }
            try await bench.save { try $0.insert(Tag(word: "second", weight: 2)) }
            let changes = try await slow.next()
            try expectEqual(changes.count, 2, "differences")
        },
        promise("Readers of equal aggregates follow one, and each its own last value") { bench in
            try await bench.saveLibrary()
            let count = bench.stack.observe(Tag.all) { $0.count() }
            var (one, other) = (count.makeAsyncIterator(), count.makeAsyncIterator())
            let before = try unwrap(try await one.next(), "a count")
            try expectEqual(try await other.next(), before, "the other count")
            for number in 1...3 {
                try await bench.save { try $0.insert(Tag(word: "new \(number)")) }
                try expectEqual(try await one.next(), before + number, "the count")
            }
            try expectEqual(try await other.next(), before + 3, "the other count")
        },
        promise("Readers of equal queries come, read and leave in any order, and each follows") { bench in
            try await bench.saveLibrary()
            for seed in LiveQueryProgramPromises.seeds {
                do { try await run(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        },
    ]

    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        var generator = SeededGenerator(seed: seed)
        let queries = [
            Tag.all, Tag.where { $0.weight != nil }.sorted { $0.weight.descending }.limit(4),
            Tag.all.sorted { $0.weight.ascending }.offset(2),
        ]
        var readers: [FollowedQuery<Tag>] = []
        for _ in 0..<25 {
            if readers.count < 2 || generator.chance(3) {
                readers.append(try await FollowedQuery(queries[generator.below(queries.count)], bench))
            } else if generator.chance(4) {
                readers.remove(at: generator.below(readers.count))
            }
            try await LiveQueryProgramPromises.step(&generator, bench)
            for position in readers.indices where generator.chance(2) {
                try await readers[position].follow()
            }
        }
        for position in readers.indices { try await readers[position].follow() }
    }
}
