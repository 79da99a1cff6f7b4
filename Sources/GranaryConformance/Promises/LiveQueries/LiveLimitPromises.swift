import Granary

/// A live query with a limit is filled again from behind the objects that it holds.
enum LiveLimitPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("A limit is filled again by one request for what comes behind", .united) { bench in
            try await bench.watched { stack, watch in try await refill(stack, watch) }
        },
        promise("A limit that is filled again and again follows random saves and batches") { bench in
            for seed in LiveQueryProgramPromises.seeds {
                do { try await run(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        },
        promise(
            "While others save, a limit is filled again with objects that the store had at one moment",
            needs: .orderedSaves, mayBeKeptByChance: true
        ) { bench in
            try await race(bench) { result in
                let ids = result.map(\.id)
                let first = ids.first ?? 0
                try expectEqual(ids, Array(first..<(first + ids.count)), "authors")
            }
        },
        promise("While others save, a limit that is filled again reaches the final state") { bench in
            try await race(bench) { _ in }
        },
    ]

    // MARK: Requests

    private static func refill(_ stack: PersistentStack, _ watch: TelemetryWatch) async throws {
        try await stack.perform { context in
            for number in 0..<60 {
                let author = Author(id: number, name: "Author \(number)")
                author.rank = number % 4 == 0 ? nil : number % 5
                try context.insert(author)
            }
            try context.save()
        }
        // Ties and missing values make the place after the last object more than one comparison.
        let query = Author.where { $0.id < 55 }.sorted { $0.rank.descending }.limit(3)
        var reader = stack.observe(query).makeAsyncIterator()
        var elements = Array(try unwrap(try await reader.next(), "a result"))
        // Without 17 of the 19 that are held, one is missing; then the reserve is full again.
        for (count, requests) in [(17, 1), (17, 1), (10, 0), (7, 1)] {
            try await stack.perform { context in
                for author in try context.fetch(query.limit(count)) { try context.delete(author) }
                try context.save()
            }
            watch.clear()
            let result = try unwrap(try await reader.next(), "a result")
            let asked = watch.spans.filter { $0.name.hasPrefix("fetch") }
            try expectEqual(asked.count, requests, "requests after \(count) have left")
            let rows = asked.compactMap { $0.attributes["db.response.returned_rows"].flatMap { Int($0) } }
            try expect(rows.allSatisfy { $0 <= 17 }, "\(rows) rows were read; only those behind are missing")
            elements.apply(result.changes)
            let stored = try await stack.perform { try $0.fetch(query).map(\.snapshot) }
            try expectEqual(elements, Array(result), "the differences applied")
            try expectEqual(elements, stored, "what a fetch gives")
        }
    }

    // MARK: Programs

    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        var generator = SeededGenerator(seed: seed)
        try await bench.perform { _ = try $0.deleteAll(Tag.all) }
        try await fill(&generator, bench)
        let tags = Tag.where { $0.weight != 13 }
        var least = try await FollowedQuery(tags.sorted { $0.weight.ascending }.limit(2), bench)
        var most = try await FollowedQuery(tags.sorted { $0.weight.descending }.limit(3), bench)
        var last = try await FollowedQuery(Tag.all.sorted { $0.word.descending }.limit(1), bench)
        for _ in 0..<15 {
            for _ in 0...generator.below(2) { try await step(&generator, bench) }
            try await least.follow()
            if generator.chance(2) { try await most.follow() }
            if generator.chance(2) { try await last.follow() }
        }
    }

    private static func step(_ generator: inout SeededGenerator, _ bench: ConformanceBench) async throws {
        let (weight, word) = (generator.below(9), "w\(10 + generator.below(60))")
        let isLow = generator.chance(2)
        switch generator.below(5) {
        case 0: try await fill(&generator, bench)
        case 1:
            _ = try await bench.perform { context in
                try context.deleteAll(Tag.where { isLow ? $0.weight < weight - 5 : $0.weight > weight + 1 })
            }
        case 2:
            _ = try await bench.perform { context in
                try context.updateAll(Tag.where { $0.weight == weight }) { $0.weight.set(to: 13) }
            }
        case 3:
            _ = try await bench.perform { context in
                try context.updateAll(Tag.where { $0.word > word }) {
                    $0.weight.set(to: isLow ? nil : weight)
                }
            }
        default:
            try await bench.save { context in
                for tag in try context.fetch(Tag.where { $0.word < word }.limit(20)) {
                    if isLow { try context.delete(tag) } else { tag.weight = 8 - weight }
                }
            }
        }
    }

    /// Inserts the tags of the alphabet that are missing, with random weights.
    private static func fill(_ generator: inout SeededGenerator, _ bench: ConformanceBench) async throws {
        let weights = (0..<60).map { _ in generator.chance(5) ? nil : generator.below(9) }
        try await bench.save { context in
            let present = Set(try context.fetch(Tag.all).map(\.word))
            for (number, weight) in weights.enumerated() where !present.contains("w\(10 + number)") {
                try context.insert(Tag(word: "w\(10 + number)", weight: weight))
            }
        }
    }

    // MARK: A race

    /// Saves that each take the first authors away and add as many at the end, so that their numbers are always
    /// consecutive, while a reader follows the first three.
    private static func race(
        _ bench: ConformanceBench, _ check: @escaping @Sendable (LiveResult<Author>) throws -> Void
    ) async throws {
        try await insert(0..<60, bench)
        let (saves, step) = (25, 18)
        async let followed: Void = follow(Author.all.limit(3), to: saves * step, bench, check)
        for number in 0..<saves {
            let start = number * step
            try await bench.save { context in
                for author in try context.fetch(Author.where { $0.id < start + step }) {
                    try context.delete(author)
                }
                for id in (start + 60)..<(start + 60 + step) {
                    try context.insert(Author(id: id, name: "Author \(id)"))
                }
            }
        }
        try await followed
    }

    /// Reads results until the first author has a number, and checks each.
    private static func follow(
        _ query: Query<Author>, to end: Int, _ bench: ConformanceBench,
        _ check: @Sendable (LiveResult<Author>) throws -> Void
    ) async throws {
        var elements: [Author.Snapshot] = []
        for try await result in bench.stack.observe(query) {
            if result.isFirst { elements = Array(result) }
            elements.apply(result.changes)
            try expectEqual(elements, Array(result), "the differences applied")
            try check(result)
            if result.map(\.id) == Array(end..<(end + 3)) { return }
        }
    }

    private static func insert(_ ids: Range<Int>, _ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for id in ids { try context.insert(Author(id: id, name: "Author \(id)")) }
        }
    }
}
