import Granary

/// Random programs of several contexts that run concurrently on the same few objects.
enum RacedContextPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] {
        everywhere(
            [
                promise(
                    "After contexts have changed the same objects at once, the main one has what is stored"
                ) {
                    try await race($0, by: .direct)
                }
            ], in: [.united, .apart])
            + [
                promise("Mixed, the main context has what is stored after contexts have met", by: .mixed),
                promise("Nested, the main context has what is stored after contexts have met", by: .nested),
            ]
    }

    private static func promise(_ name: String, by strategy: any ContextStrategy) -> ConformancePromise {
        promise(name, .apart) { try await race($0, by: strategy) }
    }

    private static func race(_ bench: ConformanceBench, by strategy: any ContextStrategy) async throws {
        for seed in LiveQueryProgramPromises.seeds {
            let stack = try bench.anotherStack(at: "race \(seed)", strategy: strategy)
            do {
                try await bench.withStack(stack) { try await race(seed, $0) }
            } catch {
                throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
            }
            try await stack.destroyPersistentStores()
        }
    }

    /// Units of work and the main context change the stores at once, while a list of live objects follows.
    private static func race(_ seed: UInt64, _ stack: PersistentStack) async throws {
        try await stack.perform { context in
            try Library.insert(in: context)
            try context.save()
        }
        let reader = Task { @MainActor in try await follow(stack) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 1...2 as ClosedRange<UInt64> {
                group.addTask {
                    var steps = RacedSteps(seed: seed &* 1_000 &+ worker)
                    for _ in 0..<8 { try await steps.work(in: stack) }
                }
            }
            group.addTask { try await editMain(of: stack, seed) }
            try await group.waitForAll()
        }
        try await stack.perform { context in
            try context.insert(Tag(word: last))
            try context.save()
        }
        try await reader.value
        let stored = try await stack.perform { try describe($0) }
        try await settled(stack, stored)
    }

    @MainActor private static func editMain(of stack: PersistentStack, _ seed: UInt64) async throws {
        var steps = RacedSteps(seed: seed &* 1_000)
        for _ in 0..<8 { try await steps.editMain(of: stack) }
    }

    private static let last = "zzz"

    /// Checks that the main context has the stored state, once it has merged all.
    @MainActor private static func settled(_ stack: PersistentStack, _ stored: [String]) async throws {
        let main = try stack.mainContext
        await main.followed()
        try expect(!main.hasChanges, "the main context has changes")
        try expectEqual(try describe(main), stored, "objects of the main context")
    }

    /// Follows the tags until the last one, and checks that the differences lead from list to list.
    @MainActor private static func follow(_ stack: PersistentStack) async throws {
        let live = stack.observeObjects(Tag.all.sorted { $0.weight.descending }.sorted { $0.word.ascending })
        var (tags, isFirst): ([Tag], Bool) = ([], true)
        while let changes = try await live.next() {
            tags.apply(changes)
            if isFirst { tags = live.objects }
            isFirst = false
            try expect(
                tags.count == live.objects.count && zip(tags, live.objects).allSatisfy { $0 === $1 },
                "the differences \(changes.count) lead to other objects")
            if live.objects.contains(where: { $0.word == last }) { break }
        }
        let stored = try await stack.perform { try $0.fetch(Tag.all).map(\.word) }
        try expectEqual(live.objects.map(\.word).sorted(), stored.sorted(), "live tags")
    }

    /// The objects with their relationships, line by line.
    private static func describe(_ context: Context) throws -> [String] {
        try context.fetch(Book.all).map { book in
            "\(book.snapshot) by \(book.author.map { "\($0.id)" } ?? "no one"), tags \(book.tags.map(\.word).sorted()), chapters \(book.chapters.map(\.position).sorted())"
        }
            + context.fetch(Author.all).map { "\($0.snapshot) of \($0.books.map(\.id).sorted())" }
            + context.fetch(Tag.all).map { "\($0.snapshot) of \($0.books.map(\.id).sorted())" }
            + context.fetch(Chapter.all).map { "\($0.snapshot) of \($0.book.map { "\($0.id)" } ?? "none")" }
    }
}
