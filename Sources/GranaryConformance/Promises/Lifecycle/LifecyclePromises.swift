import Granary

/// Stacks start, stop, close and start again, and throw errors when asked at the wrong time.
enum LifecyclePromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { states + closing + attaching }

    private static let states: [ConformancePromise] = [
        promise("Starting or stopping twice has the effect of once") { bench in
            let stack = try bench.anotherStack(at: "other")
            for _ in 0..<2 { try await stack.start() }
            try expect(stack.isStarted, "not started")
            for _ in 0..<2 { try await stack.stop() }
            try expect(!stack.isStarted, "still started")
            for _ in 0..<2 { try await stack.close() }
            try await stack.destroyPersistentStores()
        },
        promise("Before it is started a stack refuses work with its own code") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await expectErrorAsync(.closed, "a unit of work") { try await stack.perform { _ in } }
            try expectError(.closed, "a context") { _ = try stack.makeContext() }
            try await stack.close()
        },
        promise("After it is stopped a stack refuses work, and works again once started") { bench in
            try await bench.stack.stop()
            try await expectErrorAsync(.closed, "a unit of work") { try await bench.perform { _ in } }
            try await bench.stack.start()
            try await bench.saveTag("t", in: bench.stack)
            try expectEqual(try await bench.words(in: bench.stack), ["t"], "tags")
        },
        promise("Stopping forgets no configuration") { bench in
            let attached = bench.stack.attachedStores
            for _ in 0..<3 {
                try await bench.stack.stop()
                try expectEqual(bench.stack.attachedStores, attached, "attached stores")
                try await bench.stack.start()
            }
            try expectEqual(attached.count, 2, "stores")
        },
        promise("A stack without stores starts, and says of each model that it has none") { bench in
            let stack = try PersistentStack(bench.schema(), registry: bench.registry())
            let error = try await bench.withStack(stack) { stack in
                try await expectErrorAsync(.closed, "counting") {
                    _ = try await stack.perform { try $0.count(Book.all) }
                }
            }
            try expectEqual(error.context.entity, "Book", "the entity named")
        },
        promise("Twenty starts and stops leave a stack that works") { bench in
            for number in 0..<20 {
                try await bench.stack.stop()
                try await bench.stack.start()
                try await bench.saveTag("t\(number)", in: bench.stack)
            }
            let count = try await bench.perform { try $0.count(Tag.all) }
            let isKept = bench.harness.capabilities.contains(.persistent)
            try expectEqual(count, isKept ? 20 : 1, "tags")
        },
    ]

    private static let closing: [ConformancePromise] = [
        promise("Closing waits for units of work that have begun") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            let begun = AsyncStream<Void>.makeStream()
            async let saved: Void = stack.perform { context in
                begun.continuation.finish()
                for number in 0..<200 {
                    try context.insert(Tag(word: "\(number)"))
                    try context.save()
                }
            }
            for await _ in begun.stream {}
            try await stack.close()
            try await saved
            if bench.harness.capabilities.contains(.persistent) {
                let again = try bench.anotherStack(at: "other")
                try expectEqual(
                    try await bench.withStack(again) { try await bench.words(in: $0).count }, 200, "tags")
            }
            try await stack.destroyPersistentStores()
        },
        promise("A closed stack refuses work") { bench in
            try await bench.stack.close()
            try await expectErrorAsync(.closed, "a unit of work") { try await bench.perform { _ in } }
        },
        promise("A context that outlives its stack is refused when it reads and when it saves") { bench in
            let context = try bench.stack.makeContext()
            try context.insert(Tag(word: "late"))
            try await bench.stack.stop()
            try expectError(.closed, "reading") { _ = try context.count(Book.all) }
            try expectError(.closed, "saving") { try context.save() }
        },
        promise("A session that outlives its store cannot commit: nothing is acknowledged and lost") {
            bench in
            let tag = try bench.entity("Tag")
            let session = try bench.store(of: "Tag").makeSession()
            _ = try session.count(FetchRequest(entity: tag))
            try await bench.stack.stop()
            try expectError(.closed, "the commit") {
                _ = try session.commit(.inserting(tag, ["word": .text("late")]))
            }
            session.end()
        },
        promise("A store that is closed makes no session, and closing it twice is closing it once") { bench in
            let store = try bench.store(of: "Tag")
            try await bench.stack.stop()
            try store.close()
            try expectError(.closed, "a session") { _ = try store.makeSession() }
        },
    ]

    private static let attaching: [ConformancePromise] = [
        promise("A store attached to a started stack is open at once") { bench in
            let stack = try PersistentStack(bench.schema(), registry: bench.registry())
            try await stack.start()
            try await stack.attachPersistentStores(for: bench.configurations(at: "other"))
            try await bench.saveTag("t", in: stack)
            try expectEqual(try await bench.words(in: stack), ["t"], "tags")
            try await stack.close()
            try await stack.destroyPersistentStores()
        },
        promise("Detaching closes one store and leaves the other at work", .apart) { bench in
            try await bench.saveLibrary()
            try await bench.stack.detachPersistentStore("Reference")
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
            try await expectErrorAsync(.closed, "authors") {
                _ = try await bench.perform { try $0.count(Author.all) }
            }
        },
        promise("Detaching one of two configurations that share a store leaves the other at work", .together)
        {
            bench in
            try await bench.saveLibrary()
            try await bench.stack.detachPersistentStore("Reference")
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
            try await expectErrorAsync(.closed, "authors") {
                _ = try await bench.perform { try $0.count(Author.all) }
            }
        },
        promise(
            "One of two configurations that share a store has its data when it is attached again", .together
        ) { bench in
            // Stores without a place are not shared.
            let configuration = try bench.configuration("Reference")
            guard try bench.harness.backend.type.location(of: configuration) != nil else { return }
            try await bench.saveLibrary()
            try await bench.stack.detachPersistentStore("Reference")
            try await bench.stack.attachPersistentStore(for: configuration)
            let names = try await bench.perform { try $0.fetch(Book.all).compactMap { $0.author?.name } }
            try expectEqual(names.count, Library.books.count { $0.author != nil }, "authors of books")
        },
        promise("Detaching what is not attached is an error") { bench in
            try expectError(.notFound, "detaching") { try bench.stack.detachPersistentStore("Nothing") }
            try expectEqual(bench.stack.attachedStores.count, 2, "stores")
        },
        promise("A store detached and attached again has its data", needs: .persistent, .apart) { bench in
            try await bench.saveLibrary()
            for _ in 0..<3 {
                try await bench.stack.detachPersistentStore("Reference")
                try await bench.stack.attachPersistentStore(for: bench.configuration("Reference"))
            }
            let names = try await bench.perform { try $0.fetch(Book.all).compactMap { $0.author?.name } }
            try expectEqual(names.count, Library.books.count { $0.author != nil }, "authors of books")
        },
        promise("Stores can be exchanged below a stack: one for each user", needs: .persistent, .united) {
            bench in
            let stack = try PersistentStack(bench.schema(), registry: bench.registry())
            try await bench.withStack(stack) { stack in
                for (user, visits) in [("ann", 0), ("bob", 0), ("ann", 1), ("bob", 1)] {
                    try await visit(user, before: visits, bench, stack)
                }
            }
            for user in ["ann", "bob"] { try await bench.anotherStack(at: user).destroyPersistentStores() }
        },
    ]

    /// Attaches a user's store to a stack that stays started, returns its content, adds a tag, and detaches it.
    private static func visit(
        _ user: String, before visits: Int, _ bench: ConformanceBench, _ stack: PersistentStack
    ) async throws {
        let stores = try bench.configurations(at: user)
        try await stack.attachPersistentStores(for: stores)
        try expect(stack.isStarted, "the stack was stopped")
        let context = try stack.makeContext()
        let tags = try context.fetch(Tag.all)
        try expectEqual(tags.map(\.word), (0..<visits).map { "\(user)\($0)" }, "tags that \(user) sees")
        try await bench.saveTag("\(user)\(visits)", in: stack)
        try await stack.detachPersistentStores(stores.map(\.name))
        try expectError(.closed, "a context of \(user)") { _ = try context.count(Book.all) }
        try await expectErrorAsync(.closed, "without a store") { _ = try await bench.words(in: stack) }
    }
}
