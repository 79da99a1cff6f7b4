import Granary

/// Live queries follow random programs, of one task and of several at once.
enum LiveQueryProgramPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("Live queries of every kind follow random saves and batches") { bench in
            try await bench.saveLibrary()
            for seed in seeds { try await run(seed, bench) }
        },
        promise("Live queries reach the final state of saves that run beside each other") { bench in
            try await bench.saveLibrary()
            for seed in seeds.prefix(2) { try await race(seed, bench) }
        },
    ]

    static var seeds: [UInt64] {
        ConformanceEffort.current.seed.map { [$0] }
            ?? Array(1...(ConformanceEffort.current.isLong ? 200 : 3))
    }

    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        var generator = SeededGenerator(seed: seed)
        do {
            var all = try await FollowedQuery(Tag.all, bench)
            var some = try await FollowedQuery(Self.heavy, bench)
            var few = try await FollowedQuery(Self.heaviest, bench)
            var books = try await FollowedQuery(Self.tagged, bench)
            for _ in 0..<25 {
                for _ in 0...generator.below(3) { try await step(&generator, bench) }
                try await all.follow()
                if generator.chance(2) { try await some.follow() }
                if generator.chance(2) { try await few.follow() }
                if generator.chance(3) { try await books.follow() }
            }
        } catch {
            throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
        }
    }

    private static let heavy = Tag.where { $0.weight > 0 }.sorted { $0.weight.descending }
    private static let heaviest = Tag.where { $0.weight != nil }.sorted { $0.weight.descending }.limit(4)
    private static let tagged = Book.where { $0.tags.any { $0.weight > 0 } }.sorted {
        $0.author.name.ascending
    }

    /// One save or batch on tags of a small alphabet, so that keys come again.
    static func step(_ generator: inout SeededGenerator, _ bench: ConformanceBench) async throws {
        let (word, weight) = ("w\(generator.below(12))", generator.chance(4) ? nil : generator.below(9) - 3)
        switch generator.below(8) {
        case 0: _ = try await bench.perform { try $0.deleteAll(Tag.where { $0.weight == weight }) }
        case 1:
            _ = try await bench.perform { context in
                try context.updateAll(Tag.where { $0.word > word }) { $0.weight.set(to: weight) }
            }
        case 2:
            try await bench.save { context in
                guard let tag = try context.object(Tag.self, word) else { return }
                try context.delete(tag)
                try context.insert(Tag(word: word, weight: weight))
            }
        case 3:
            let book = 1 + generator.below(10)
            try await bench.save { context in
                let book = try context.existing(Book.self, book)
                guard let tag = try context.object(Tag.self, word) else { return book.tags.removeAll() }
                book.tags.append(tag)
            }
        default: try await bench.save { try change(word, weight, in: $0) }
        }
    }

    /// Inserts a tag, or changes or deletes the one with this key.
    private static func change(_ word: String, _ weight: Int?, in context: Context) throws {
        if let tag = try context.object(Tag.self, word) {
            if weight == 0 { try context.delete(tag) } else { tag.weight = weight }
        } else {
            try context.insert(Tag(word: word, weight: weight))
        }
    }

    /// Several tasks write the same few rows while two readers follow; a last save signals the end to them.
    private static func race(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        let last = "z\(seed)"
        async let all = end(of: Tag.all, at: last, bench)
        async let heavy = end(of: heavy, at: last, bench)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(writer))
                    var options = ContextOptions.importer
                    options.retries = 50
                    for _ in 0..<20 {
                        let (word, weight) = ("w\(generator.below(4))", generator.below(9) - 3)
                        try await bench.save(options) { try change(word, weight, in: $0) }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await bench.save { try $0.insert(Tag(word: last, weight: 1_000)) }
        let (allEnd, heavyEnd) = try await (all, heavy)
        let query = Self.heavy
        let (allNow, heavyNow) = try await bench.perform {
            (try $0.fetch(Tag.all).map(\.snapshot), try $0.fetch(query).map(\.snapshot))
        }
        try expectEqual(allEnd, allNow, "all tags, seed \(seed)")
        try expectEqual(heavyEnd, heavyNow, "heavy tags, seed \(seed)")
    }

    /// Follows a query until a tag is in its result, checking each difference.
    private static func end(of query: Query<Tag>, at last: String, _ bench: ConformanceBench) async throws
        -> [Tag.Snapshot]
    {
        var elements: [Tag.Snapshot] = []
        for try await result in bench.stack.observe(query) {
            if result.isFirst { elements = Array(result) }
            elements.apply(result.changes)
            try expectEqual(elements, Array(result), "the differences applied")
            if result.contains(where: { $0.word == last }) { break }
        }
        return elements
    }
}
