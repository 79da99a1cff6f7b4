import Granary

/// Contexts and live queries follow the saves of others in a watched store.
///
/// Another stack of this process takes the part of another process: stores distinguish their own saves from all
/// others'.
enum ForeignSavePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] { contexts + queries + ends }

    private static let contexts: [ConformancePromise] = [
        promise("The main context follows what others save", needs: watched) { bench in
            try await withPair(bench) { here, there in
                try await Self.follow(bench, here, there)
            }
        },
        promise("A list of the main context follows pairs that others save", needs: watched) { bench in
            try await withPair(bench) { here, there in
                try await Self.followPairs(bench, here, there)
            }
        },
    ]

    private static let queries: [ConformancePromise] = [
        promise("Saves of others are told as ones that any row may have changed in", needs: watched) {
            bench in
            try await withPair(bench) { here, there in
                var changes = here.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("own", in: here)
                try await bench.saveTag("other", in: there)
                let own = try unwrap(try await changes.next(), "a save")
                try expectEqual(own.inserted.map(\.word), ["own"], "new tags")
                let other = try unwrap(try await changes.next(), "a save")
                try expect(other.isWhole && other.number == nil, "the rows of others are known")
            }
        },
        promise("A store does not take its own saves for those of others", needs: watched) { bench in
            try await withPair(bench) { here, there in
                var changes = here.changes(of: Tag.self).makeAsyncIterator()
                for number in 0..<10 { try await bench.saveTag("own \(number)", in: here) }
                try await expectErrorAsync(.constraint, "a key twice") {
                    try await bench.saveTag("own 1", in: here)
                }
                try await here.perform { _ = try $0.deleteAll(Tag.where { $0.word == "own 0" }) }
                try await bench.saveTag("other", in: there)
                var saves = 0
                while let change = try await changes.next(), !change.isWhole { saves += 1 }
                try expectEqual(saves, 11, "own saves before that of another")
            }
        },
        promise("A live query tells the differences that others have made", needs: watched) { bench in
            try await withPair(bench) { here, there in
                try await bench.saveTag("first", in: here)
                var reader = here.observe(Tag.all).makeAsyncIterator()
                var count = here.observe(Tag.all) { $0.count() }.makeAsyncIterator()
                _ = try await (reader.next(), count.next())
                try await there.perform { context in
                    try context.existing(Tag.self, "first").weight = 7
                    try context.insert(Tag(word: "second"))
                    try context.save()
                }
                let result = try unwrap(try await reader.next(), "a result")
                try expectEqual(result.map(\.word), ["first", "second"], "tags")
                try expectEqual(result.map(\.weight), [7, nil], "weights")
                try expectEqual(result.changes.count, 2, "differences")
                try expectEqual(try await count.next(), 2, "tags")
            }
        },
        promise("Live queries of two stacks reach the state that both have made", needs: watched) { bench in
            try await withPair(bench) { here, there in
                async let mine = end(here)
                async let others = end(there)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (writer, stack) in [here, there].enumerated() {
                        group.addTask { try await write(writer, in: stack) }
                    }
                    try await group.waitForAll()
                }
                try await bench.saveTag("z here", in: here)
                try await bench.saveTag("z there", in: there)
                let (left, right) = try await (mine, others)
                let stored = try await here.perform { try $0.fetch(Tag.all).map(\.snapshot) }
                try expectEqual(left, stored, "what one stack follows")
                try expectEqual(right, stored, "what the other follows")
            }
        },
    ]

    private static let ends: [ConformancePromise] = [
        promise("A store that claims to tell what others save can be watched", needs: .foreignSaves) {
            bench in
            try expect(try bench.store(of: "Book") is any WatchedStore, "the store is no WatchedStore")
        },
        promise("A stack that was stopped follows others again once it is started", needs: watched) { bench in
            try await withPair(bench) { here, there in
                try await here.stop()
                try await bench.saveTag("meanwhile", in: there)
                try await here.start()
                var reader = here.observe(Tag.all).makeAsyncIterator()
                try expectEqual(try await reader.next()?.count, 1, "tags")
                try await bench.saveTag("later", in: there)
                try expectEqual(try await reader.next()?.count, 2, "tags")
            }
        },
        promise("A stack can be stopped while others save", needs: watched) { bench in
            try await withPair(bench) { here, there in
                async let writing: Void = write(0, in: there)
                for _ in 0..<3 {
                    try await here.stop()
                    try await here.start()
                }
                try await writing
                try expectEqual(try await bench.words(in: here), try await bench.words(in: there), "tags")
            }
        },
        promise("A store of a type that does not tell what others save cannot be asked to", .united) {
            bench in
            let isWatched = bench.harness.backend.type.capabilities.contains(.foreignSaves)
            let configurations = try bench.configurations(at: "asked") { $0.followsOthers = true }
            if isWatched { return }
            try expectError(.configuration, "a store that cannot be watched") {
                _ = try bench.stack(of: configurations)
            }
        },
    ]

    private static var watched: Capabilities { [.foreignSaves, .persistent] }

    /// Closes the promise's stack, and opens its stores in two others that follow each other.
    static func withPair(
        _ bench: ConformanceBench,
        _ body: @escaping @Sendable (PersistentStack, PersistentStack) async throws -> Void
    ) async throws {
        try await bench.stack.stop()
        let configurations = try bench.configurations { $0.followsOthers = true }
        try await bench.withStack(try bench.stack(of: configurations)) { here in
            try await bench.withStack(try bench.stack(of: configurations)) { there in
                try await body(here, there)
            }
        }
    }

    @MainActor private static func follow(
        _ bench: ConformanceBench, _ here: PersistentStack, _ there: PersistentStack
    ) async throws {
        try await there.perform { context in
            for word in ["kept", "lost"] { try context.insert(Tag(word: word, weight: 1)) }
            try context.save()
        }
        let context = try here.mainContext
        let (kept, lost) = (try context.existing(Tag.self, "kept"), try context.existing(Tag.self, "lost"))
        var changes = here.changes(of: Tag.self).makeAsyncIterator()
        try await there.perform { context in
            try context.existing(Tag.self, "kept").weight = 77
            try context.delete(try context.existing(Tag.self, "lost"))
            try context.save()
        }
        // The first save may be reported late.
        while kept.weight != 77 {
            _ = try await changes.next(isolation: #isolation)
            while context.hasNews { await Task.yield() }
        }
        try expect(try context.object(Tag.self, "lost") == nil, "the deleted tag is still found")
        withExtendedLifetime(lost) {}
    }

    @MainActor private static func followPairs(
        _ bench: ConformanceBench, _ here: PersistentStack, _ there: PersistentStack
    ) async throws {
        try await there.perform { context in
            try context.insert(Book(id: 1, title: "Pairs"))
            try context.insert(Tag(word: "pair"))
            try context.save()
        }
        let context = try here.mainContext
        let book = try context.existing(Book.self, 1)
        try expectEqual(book.tags.count, 0, "tags")
        var changes = here.changes(of: Book.self).makeAsyncIterator()
        try await there.perform { context in
            try context.existing(Book.self, 1).tags.append(try context.existing(Tag.self, "pair"))
            try context.save()
        }
        while book.tags.isEmpty {
            _ = try await changes.next(isolation: #isolation)
            while context.hasNews { await Task.yield() }
        }
        try expectEqual(book.tags.map(\.word), ["pair"], "tags")
    }

    /// Writes the same few rows as the other stack does.
    private static func write(_ writer: Int, in stack: PersistentStack) async throws {
        var options = ContextOptions.importer
        options.retries = 50
        for number in 0..<15 {
            let (word, weight) = ("w\((number * (3 + writer)) % 5)", 100 * writer + number)
            try await stack.perform(options) { context in
                if let tag = try context.object(Tag.self, word) {
                    if number % 4 == 3 { try context.delete(tag) } else { tag.weight = weight }
                } else {
                    try context.insert(Tag(word: word, weight: weight))
                }
                try context.save()
            }
        }
    }

    /// Follows all tags until the last ones of both stacks have arrived.
    private static func end(_ stack: PersistentStack) async throws -> [Tag.Snapshot] {
        for try await result in stack.observe(Tag.all)
        where Set(result.map(\.word)).isSuperset(of: ["z here", "z there"]) {
            return Array(result)
        }
        return []
    }
}
