import Granary

/// Live aggregates, sections and objects end with their store, and follow the one that takes its place, as live queries
/// do.
enum LiveStorePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("Live aggregates, sections and objects end when their store is detached") { bench in
            try await ends(bench) { try await $0.detachPersistentStores($0.attachedStores.map(\.name)) }
        },
        promise("Live aggregates, sections and objects end when their stack is closed") { bench in
            try await ends(bench) { try await $0.close() }
        },
        promise("Live aggregates and sections bring what a store has that took the place of their own") {
            bench in
            try await exchanging(bench) { stack, exchange in
                var count = stack.observe(Tag.all) { $0.count() }.makeAsyncIterator()
                var groups = stack.observe(Tag.all, by: { $0.weight }) { $0.count() }.makeAsyncIterator()
                var sections = stack.observe(Tag.all, sectionedBy: { $0.weight }).makeAsyncIterator()
                try expectEqual(try await count.next(), 1, "tags before")
                try expectEqual(try await groups.next()?.map(\.group), [1], "groups before")
                try expectEqual(try await sections.next()?.map(\.value), [1], "sections before")
                try await exchange()
                try expectEqual(try await count.next(), 2, "tags after")
                try expectEqual(try await groups.next()?.map(\.group), [2], "groups after")
                let result = try unwrap(try await sections.next(), "sections")
                try expectEqual(result.map { $0.map(\.word) }, [["other", "second"]], "tags in sections")
                try expectEqual(
                    result.sectionChanges, [.delete(at: 0, 1), .insert(at: 0, 2)], "differences of sections")
                try expectEqual(result.changes.count, 3, "differences")
            }
        },
        promise("Live objects bring those of a store that took the place of their own") { bench in
            try await exchanging(bench) { try await objects($0, exchange: $1) }
        },
    ]

    // MARK: Ends

    /// Expects that readers end that wait while a closure ends their stores.
    private static func ends(
        _ bench: ConformanceBench, _ end: @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        try await bench.withStack(try bench.anotherStack(at: "leaving")) { stack in
            try await bench.saveTag("here", in: stack)
            var count = stack.observe(Tag.all) { $0.count() }.makeAsyncIterator()
            var sections = stack.observe(Tag.all, sectionedBy: { $0.weight }).makeAsyncIterator()
            try expectEqual(try await count.next(), 1, "tags")
            try expectEqual(try await sections.next()?.count, 1, "sections")
            let objects = Task { @MainActor in
                let live = stack.observeObjects(Tag.all)
                while try await live.next() != nil {}
            }
            try await end(stack)
            try await expectErrorAsync(.closed, "a count") { _ = try await count.next() }
            try await expectErrorAsync(.closed, "sections") { _ = try await sections.next() }
            try await expectErrorAsync(.closed, "objects") { try await objects.value }
        }
    }

    // MARK: Another store

    /// Runs a closure with a stack that has the tag “first”, and another closure that exchanges its stores for ones
    /// with “second” and “other”.
    private static func exchanging(
        _ bench: ConformanceBench,
        _ body:
            @Sendable (PersistentStack, _ exchange: @Sendable () async throws -> Void) async throws ->
            Void
    ) async throws {
        try await bench.withStack(try bench.anotherStack(at: "one")) { stack in
            try await insert(["first"], weight: 1, in: stack)
            try await body(stack) {
                try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
                try await stack.attachPersistentStores(for: try bench.configurations(at: "two"))
                try await insert(["second", "other"], weight: 2, in: stack)
            }
        }
    }

    private static func insert(_ words: [String], weight: Int, in stack: PersistentStack) async throws {
        try await stack.perform { context in
            for word in words { try context.insert(Tag(word: word, weight: weight)) }
            try context.save()
        }
    }

    @MainActor private static func objects(
        _ stack: PersistentStack, exchange: @Sendable () async throws -> Void
    ) async throws {
        let live = stack.observeObjects(Tag.all)
        _ = try await live.next()
        try expectEqual(live.objects.map(\.word), ["first"], "tags before")
        try await exchange()
        let changes = try unwrap(try await live.next(), "differences")
        try expectEqual(changes.count, 3, "differences")
        try expectEqual(live.objects.map(\.word), ["other", "second"], "tags after")
        try expectEqual(live.objects.map(\.weight), [2, 2], "weights after")
    }
}
