import Granary

/// Observers get results of the open store, regardless of the store before and of who has changed it.
enum ExchangedStorePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] { exchanged + reopened + whole }

    // MARK: Another store

    private static let exchanged: [ConformancePromise] = [
        promise("A reader of every save that is behind gets no row of the store that was exchanged") {
            bench in
            try await bench.withStack(try bench.anotherStack(at: "one")) { stack in
                try await insert(["first"], in: stack)
                var every = stack.observe(Tag.all, .every(buffer: 100)).makeAsyncIterator()
                var latest = stack.observe(Tag.all).makeAsyncIterator()
                var count = stack.observe(Tag.all) { $0.count() }.makeAsyncIterator()
                _ = try await (every.next(), latest.next(), count.next())
                // Four numbers of saves, more than the other store has taken.
                for word in ["a", "b", "c", "d"] { try await insert([word], in: stack) }
                try await exchange(bench, stack, for: "two")
                try await insert(["second"], in: stack)
                try await insert(["third"], in: stack)
                try expectEqual(try await latest.next()?.map(\.word), ["second", "third"], "tags")
                try expectEqual(try await count.next(), 2, "the number of tags")
                var words: [String] = []
                repeat {
                    let result = try unwrap(try await every.next(), "a result")
                    words = result.map(\.word)
                    try expect(Set(words).isSubset(of: ["second", "third"]), "the rows \(words)")
                } while words.count < 2
                try await insert(["fourth"], in: stack)
                try expectEqual(
                    try await every.next()?.map(\.word), ["fourth", "second", "third"], "tags afterwards")
            }
        },
        promise("Every save ends with its store, also where another one takes its place at once") { bench in
            try await bench.withStack(try bench.anotherStack(at: "one")) { stack in
                let changes = stack.changes(of: Tag.self)
                var behind = stack.changes(of: Tag.self).makeAsyncIterator()
                async let end: GranaryError = expectErrorAsync(.closed, "a reader that waits") {
                    for try await change in changes {
                        let words = change.inserted.map(\.word)
                        try expectEqual(words, ["first"], "what is told")
                    }
                }
                try await insert(["first"], in: stack)
                try await exchange(bench, stack, for: "two")
                try await insert(["second"], in: stack)
                _ = try await end
                try expectEqual(try await behind.next()?.inserted.map(\.word), ["first"], "what is told")
                try await expectErrorAsync(.closed, "a reader that is behind") { _ = try await behind.next() }
                var next = stack.changes(of: Tag.self).makeAsyncIterator()
                try await insert(["third"], in: stack)
                try expectEqual(try await next.next()?.inserted.map(\.word), ["third"], "what is told")
            }
        },
        promise("A reader of every save that is not behind is told that the other store's saves are combined")
        {
            bench in
            try await bench.withStack(try bench.anotherStack(at: "one")) { stack in
                try await insert(["first"], in: stack)
                var every = stack.observe(Tag.all, .every(buffer: 100)).makeAsyncIterator()
                try expectEqual(try await every.next()?.map(\.word), ["first"], "tags")
                try await exchange(bench, stack, for: "two")
                let result = try unwrap(try await every.next(), "a result")
                try expectEqual(result.map(\.word), [], "tags of the other store")
                try expect(result.hasOverflowed, "each save seems to be told by itself")
            }
        },
        promise(
            "Live objects come back with their store, also where nothing in it differs", needs: .persistent
        ) {
            bench in
            try await bench.withStack(try bench.anotherStack(at: "one")) { stack in
                try await insert(["a", "b"], weight: 1, in: stack)
                try await comeBack(bench, stack)
            }
        },
    ]

    /// Expects that live objects are those of the main context after a store was exchanged and came back.
    @MainActor private static func comeBack(_ bench: ConformanceBench, _ stack: PersistentStack) async throws
    {
        let live = stack.observeObjects(Tag.all)
        _ = try await live.next()
        live.objects[0].weight = 2
        try stack.mainContext.save()
        _ = try await live.next()
        try await exchange(bench, stack, for: "two")
        try expectEqual(try stack.mainContext.fetch(Tag.all).count, 0, "tags of the other store")
        try await exchange(bench, stack, for: "one")
        let changes = try unwrap(try await live.next(), "the changes")
        try expectEqual(changes.count, 2, "changes")
        let tags = try stack.mainContext.fetch(Tag.all)
        try expectEqual(tags.map(\.weight), [2, 1], "weights")
        try expect(live.objects.elementsEqual(tags, by: ===), "the live objects are others")
    }

    /// Exchanges the stores of a stack for those at another place.
    private static func exchange(
        _ bench: ConformanceBench, _ stack: PersistentStack, for name: String
    ) async throws {
        try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
        try await stack.attachPersistentStores(for: try bench.configurations(at: name))
    }

    private static func insert(
        _ words: [String], weight: Int? = nil, in stack: PersistentStack
    ) async throws {
        try await stack.perform { context in
            for word in words { try context.insert(Tag(word: word, weight: weight)) }
            try context.save()
        }
    }

    // MARK: The same store again

    private static let reopened: [ConformancePromise] = [
        promise("A stack that starts again reads again what others have changed", needs: .persistent) {
            bench in
            try await changedMeanwhile(bench, { try await $0.stop() }, { try await $0.start() })
        },
        promise("A store that is attached again is read again", needs: .persistent) { bench in
            let configurations = try bench.configurations(at: "shared")
            try await changedMeanwhile(
                bench, { try await $0.detachPersistentStores(configurations.map(\.name)) },
                { try await $0.attachPersistentStores(for: configurations) })
        },
    ]

    /// Expects that every reader and every loaded object shows the saves of others in a store while it was closed.
    private static func changedMeanwhile(
        _ bench: ConformanceBench, _ close: @Sendable (PersistentStack) async throws -> Void,
        _ open: @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        try await bench.withStack(try bench.anotherStack(at: "shared")) { stack in
            try await insert(["a", "b", "c"], weight: 1, in: stack)
            var count = stack.observe(Tag.all) { $0.count() }.makeAsyncIterator()
            var every = stack.observe(Tag.all, .every(buffer: 10)).makeAsyncIterator()
            var changes = stack.changes(of: Tag.self).makeAsyncIterator()
            _ = try await (count.next(), every.next())
            let shown = try await Shown(stack)
            try await close(stack)
            try await bench.withStack(try bench.anotherStack(at: "shared")) { other in
                try await insert(["d", "e"], in: other)
                try await other.perform { context in
                    try context.existing(Tag.self, "a").weight = 10
                    try context.delete(try context.existing(Tag.self, "b"))
                    try context.save()
                }
            }
            try await open(stack)
            try expectEqual(try await count.next(), 4, "the number of tags")
            let result = try unwrap(try await every.next(), "a result")
            try expectEqual(result.map(\.word), ["a", "c", "d", "e"], "tags")
            try expectEqual(result.map(\.weight), [10, 1, nil, nil], "weights")
            try await shown.check()
            try await expectErrorAsync(.closed, "the saves before") { _ = try await changes.next() }
        }
    }

    /// The objects that the main context has loaded, and the live ones.
    @MainActor private final class Shown {
        private let stack: PersistentStack
        private let live: LiveObjects<Tag>
        private let tags: [Tag]

        init(_ stack: PersistentStack) async throws {
            self.stack = stack
            tags = try stack.mainContext.fetch(Tag.all)
            live = stack.observeObjects(Tag.all)
            _ = try await live.next()
        }

        func check() async throws {
            let context = try stack.mainContext
            // Its notices wait for the main actor, or for the next query.
            while context.hasNews { await Task.yield() }
            try expectEqual(tags.map(\.weight), [10, 1, 1], "the weights of loaded tags")
            try expect(tags[1]._objectState.phase == .detached, "the tag is still there")
            _ = try await live.next()
            try expectEqual(live.objects.map(\.word), ["a", "c", "d", "e"], "live tags")
            try expect(live.objects.first === tags.first, "the live tag is another object")
        }
    }

    // MARK: Any row may have changed

    private static let whole: [ConformancePromise] = [
        promise(
            "A reader lines up what it reads with the saves that are told after that", needs: .orderedSaves
        ) { bench in
            let changes = bench.stack.changes(of: Tag.self)
            var reader = changes.makeAsyncIterator()
            try await bench.saveTag("before", in: bench.stack)
            let (words, number) = try await changes.read { try $0.fetch(Tag.all).map(\.word) }
            try await bench.saveTag("later", in: bench.stack)
            let read = try unwrap(number, "the number of the newest save")
            try expectEqual(words, ["before"], "what was read")
            let told = [try await reader.next(), try await reader.next()].compactMap { $0 }
            let missing = told.filter { ($0.number ?? 0) > read }
            try expectEqual(missing.map { $0.inserted.map(\.word) }, [["later"]], "what was told after that")
            try await expectErrorAsync(.unsupported, "a save") {
                _ = try await changes.read { context in
                    try context.insert(Tag(word: "refused"))
                    try context.save()
                }
            }
        },
        promise("Live objects of a stack that merges nothing by itself leave out those that are gone") {
            bench in
            var settings = bench.harness.settings
            settings.automaticMerge = false
            let delay = CommitDelay()
            let stack = try bench.anotherStack(
                at: "quiet", settings: settings, telemetry: Telemetry(metrics: delay))
            try await bench.withStack(stack) { stack in
                try await insert(["a", "b"], weight: 1, in: stack)
                try await leaveOut(stack, delay)
            }
        },
    ]

    /// Asks for the differences when “a” was changed, which is reported, and was deleted, which is not.
    @MainActor private static func leaveOut(_ stack: PersistentStack, _ delay: CommitDelay) async throws {
        let live = stack.observeObjects(Tag.all)
        _ = try await live.next()
        let other = try stack.makeContext(.importer)
        try other.existing(Tag.self, "a").weight = 2
        try other.save()
        let deletion = await LateSave(stack, delay) { try $0.delete(try $0.existing(Tag.self, "a")) }
        let told = await Task { @MainActor in try await live.next()?.count }.result
        try await deletion.end()
        _ = try told.get()
        try expectEqual(live.objects.map(\.word), ["b"], "live tags")
    }
}
