import Granary

/// A store is closed when the work that uses it has ended, and work that begins later does not find it.
enum RunningWorkPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { waiting + limits + changing + kept }

    /// Runs a unit of work that begins, halts, and then counts the books and authors; the closure runs
    /// while it waits and gets its task.
    private static func withRunning(
        _ stack: PersistentStack,
        _ body: (Task<[Int], any Error>, Halt) async throws -> Void
    ) async throws {
        let halt = Halt()
        defer { halt.goOn() }
        let task = await stack.beginWork(behind: halt) { context in
            [try context.count(Book.all), try context.count(Author.all)]
        }
        try await body(task, halt)
    }

    /// Waits until new units of work no longer find the store of the authors.
    private static func untilAuthorsAreGone(_ stack: PersistentStack) async throws {
        while true {
            do {
                _ = try await stack.perform { try $0.count(Author.all) }
            } catch GranaryError.Code.closed {
                return
            }
            await Task.yield()
        }
    }

    private static let waiting: [ConformancePromise] = [
        promise("Detaching waits for a unit of work, which ends with the stores it began with", .apart) {
            bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            try await withRunning(stack) { task, halt in
                let detaching = Task { try await stack.detachPersistentStore("Reference") }
                try await untilAuthorsAreGone(stack)
                halt.goOn()
                try expectEqual(
                    try await task.value, [10, Library.authors.count], "books and authors that it counts")
                try await detaching.value
            }
            try expectEqual(stack.attachedStores.map(\.name), ["Operations"], "attached")
            try expectEqual(try await bench.books(in: stack), 10, "books afterwards")
        },
        promise(
            "A unit of work that waits for a thread works with the stores that are open when it begins",
            .apart
        ) { bench in
            var settings = bench.harness.settings
            settings.workers = 1
            let stack = try bench.anotherStack(at: "other", settings: settings)
            try await bench.withStack(stack) { stack in
                try await withRunning(stack) { task, halt in
                    let waiting = Task { try await stack.perform { try $0.count(Author.all) } }
                    // One thread: until it goes on, new work waits behind it.
                    let detaching = Task { try await stack.detachPersistentStore("Reference") }
                    while (try? stack.coordinator().members.count) != 1 { await Task.yield() }
                    halt.goOn()
                    _ = try await task.value
                    try await detaching.value
                    switch await waiting.result {
                    case .success(let count): try expectEqual(count, 0, "authors")
                    case .failure(let error):
                        try expectEqual((error as? GranaryError)?.code, .closed, "the code")
                    }
                }
            }
            try await bench.anotherStack(at: "other").destroyPersistentStores()
        },
        promise("Stopping waits for a unit of work, and its save is kept", needs: .persistent) { bench in
            let (stack, halt) = (bench.stack, Halt())
            defer { halt.goOn() }
            let task = await stack.beginSavingTag("late", behind: halt)
            let stopping = Task { try await stack.stop() }
            while stack.isStarted { await Task.yield() }
            try await expectErrorAsync(.closed, "new work") { try await stack.perform { _ in } }
            halt.goOn()
            try await task.value
            try await stopping.value
            try await stack.start()
            try expectEqual(try await bench.words(in: stack), ["late"], "tags")
        },
    ]

    private static let limits: [ConformancePromise] = [
        promise("Detaching with a time limit gives up, and everything stays as it was", .apart) { bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            try await withRunning(stack) { task, halt in
                let attached = stack.attachedStores
                try await expectErrorAsync(.timeout, "detaching") {
                    try await stack.detachPersistentStore(
                        "Reference", running: .wait(upTo: .milliseconds(5)))
                }
                try expectEqual(stack.attachedStores, attached, "attached")
                try expectEqual(
                    try await stack.perform { try $0.count(Author.all) }, Library.authors.count, "authors")
                halt.goOn()
                try expectEqual(try await task.value, [10, Library.authors.count], "what it counts")
            }
        },
        promise("Several stores are detached together, or none of them", .apart) { bench in
            try await bench.saveLibrary()
            let (stack, both) = (bench.stack, ["Reference", "Operations"])
            let attached = stack.attachedStores
            func expectAttached() async throws {
                try expectEqual(stack.attachedStores, attached, "attached")
                try expectEqual(
                    try await stack.perform { [try $0.count(Book.all), try $0.count(Author.all)] },
                    [10, Library.authors.count], "books and authors")
            }
            try await withRunning(stack) { task, halt in
                try await expectErrorAsync(.timeout, "detaching") {
                    try await stack.detachPersistentStores(both, running: .wait(upTo: .milliseconds(5)))
                }
                try await expectAttached()
                halt.goOn()
                try expectEqual(try await task.value, [10, Library.authors.count], "what it counts")
            }
            try await expectErrorAsync(.notFound, "detaching an unknown one") {
                try await stack.detachPersistentStores(both + ["Nothing"])
            }
            try await expectAttached()
            try await stack.detachPersistentStores(both)
            try expectEqual(stack.attachedStores, [], "attached in the end")
            try await expectErrorAsync(.closed, "books") {
                _ = try await stack.perform { try $0.count(Book.all) }
            }
            try await stack.attachPersistentStores(for: attached)
            let isKept = bench.harness.capabilities.contains(.persistent)
            try expectEqual(try await bench.books(in: stack), isKept ? 10 : 0, "books that were kept")
        },
        promise("Stopping with a time limit gives up, and the stack stays started") { bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            try await withRunning(stack) { task, halt in
                try await expectErrorAsync(.timeout, "stopping") {
                    try await stack.stop(running: .wait(upTo: .milliseconds(5)))
                }
                try expect(stack.isReady, "not ready")
                try expectEqual(try await bench.books(in: stack), 10, "books")
                halt.goOn()
                _ = try await task.value
            }
            try await stack.stop(running: .wait(upTo: .seconds(30)))
        },
        promise("Detaching can cancel the units of work that use the store", .apart) { bench in
            try await bench.saveLibrary()
            let (stack, begun) = (bench.stack, AsyncStream<Void>.makeStream())
            let task = Task {
                try await stack.perform { context in
                    begun.continuation.finish()
                    while true { _ = try context.count(Author.all) }
                }
            }
            for await _ in begun.stream {}
            try await stack.detachPersistentStore("Reference", running: .cancel)
            try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
            try expectEqual(try await bench.books(in: stack), 10, "books")
        },
        promise("A task that waits for a store to be free can be cancelled, and the store stays", .apart) {
            bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            try await withRunning(stack) { task, halt in
                let detaching = Task { try await stack.detachPersistentStore("Reference") }
                try await untilAuthorsAreGone(stack)
                detaching.cancel()
                try await expectErrorAsync(.cancelled, "detaching") { try await detaching.value }
                try expectEqual(stack.attachedStores.count, 2, "attached")
                try expectEqual(
                    try await stack.perform { try $0.count(Author.all) }, Library.authors.count, "authors")
                halt.goOn()
                _ = try await task.value
            }
        },
        promise("A unit of work is refused when it would wait for itself", .apart) { bench in
            let stack = bench.stack
            try await stack.perform { _ in
                try expectError(.invalidObject, "stopping") { try stack.stop() }
                try expectError(.invalidObject, "detaching") {
                    try stack.detachPersistentStore("Operations")
                }
            }
            try expectEqual(stack.attachedStores.count, 2, "attached")
            try await bench.saveTag("t", in: stack)
        },
    ]

    private static let changing: [ConformancePromise] = [
        promise("Work cannot change which stores are open, also while a task waits for its end", .apart) {
            bench in
            let stack = bench.stack
            let halt = Halt()
            let more = try bench.configuration("Reference", at: "other")
            let task = await stack.beginWork(behind: halt) { context in
                // It does nothing while the stack is started.
                try stack.start()
                try expectError(.invalidObject, "attaching") {
                    try stack.attachPersistentStore(for: more)
                }
                return try context.count(Author.all)
            }
            defer { halt.goOn() }
            let detaching = Task { try await stack.detachPersistentStore("Reference") }
            try await untilAuthorsAreGone(stack)
            halt.goOn()
            try expectEqual(try await task.value, 0, "authors")
            try await detaching.value
            try expectEqual(stack.attachedStores.map(\.name), ["Operations"], "attached")
        },
        promise("A stream cannot change which stores are open") { bench in
            try await bench.saveLibrary()
            let (stack, context) = (bench.stack, try bench.stack.makeContext())
            try context.stream(Book.all) { _ in
                try expectError(.invalidObject, "attaching") { try stack.attachPersistentStores(for: []) }
                return false
            }
        },
    ]

    private static let kept: [ConformancePromise] = [
        promise("A context that a program keeps goes over to the stores that are opened again") { bench in
            let context = try bench.stack.makeContext()
            try Library.insert(in: context)
            try context.save()
            let book = try context.existing(Book.self, 1)
            try await bench.stack.stop()
            try expectError(.closed, "while the stack is stopped") { _ = try context.count(Book.all) }
            try await bench.stack.start()
            let isKept = bench.harness.capabilities.contains(.persistent)
            try expectEqual(try context.count(Book.all), isKept ? 10 : 0, "books")
            try expectEqual(
                try context.object(Book.self, 1) === book, isKept, "whether it is the same object")
            book.title = "Once more"
            try expectEqual(context.hasChanges, isKept, "whether the context has changes")
            try context.save()
        },
        promise("A context that a program keeps uses a store that was attached after it was made", .apart) {
            bench in
            try await bench.saveLibrary()
            let reference = try bench.configuration("Reference")
            try await bench.stack.detachPersistentStore("Reference")
            let context = try bench.stack.makeContext()
            try expectError(.closed, "without the store") { _ = try context.count(Author.all) }
            try await bench.stack.attachPersistentStore(for: reference)
            let isKept = bench.harness.capabilities.contains(.persistent)
            try expectEqual(try context.count(Author.all), isKept ? Library.authors.count : 0, "authors")
            try context.insert(Author(id: 900, name: "New"))
            try context.save()
        },
        promise(
            "An object of a detached store is refused by its context, and changes of others are saved", .apart
        ) { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            let (author, book) = (try context.existing(Author.self, 1), try context.existing(Book.self, 1))
            author.name = "Nobody"
            book.title = "Kept"
            try await bench.stack.detachPersistentStore("Reference")
            try expectError(.closed, "another author") { _ = try context.object(Author.self, 2) }
            try expectError(.invalidObject, "deleting it") { try context.delete(author) }
            try expectError(.invalidObject, "refreshing it") { try context.refresh(author) }
            try context.save()
            try expectEqual(
                try await bench.perform { try $0.existing(Book.self, 1).title }, "Kept", "the other change")
        },
        promise("A child of a kept context goes over with it") { bench in
            let parent = try bench.stack.makeContext()
            let child = parent.makeChild(.child)
            try Library.insert(in: parent)
            try parent.save()
            try expectEqual(try child.count(Book.all), 10, "books")
            try await bench.stack.stop()
            try expectError(.closed, "while the stack is stopped") { _ = try child.count(Book.all) }
            try await bench.stack.start()
            let isKept = bench.harness.capabilities.contains(.persistent)
            try expectEqual(try child.count(Book.all), isKept ? 10 : 0, "books")
        },
    ]
}
