import Granary

/// Many tasks and few threads: no work is lost, no task starves, and only work that may block does so.
enum WorkPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] { crowds + order + cancelling + ended + actors }

    private static func stack(_ bench: ConformanceBench, workers: Int) throws -> PersistentStack {
        var settings = bench.harness.settings
        settings.workers = workers
        return try bench.anotherStack(at: "crowd", settings: settings)
    }

    /// Runs a closure with a stack that has a number of threads; its stores are removed afterwards.
    private static func withStack(
        _ bench: ConformanceBench, workers: Int, _ body: @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        let stack = try stack(bench, workers: workers)
        try await bench.withStack(stack, body)
        try await stack.destroyPersistentStores()
    }

    private static let crowds: [ConformancePromise] = [
        promise("A thousand tasks on four threads: each reads, every fourth saves, nothing is lost") {
            bench in
            try await withStack(bench, workers: 4) { stack in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<1_000 {
                        group.addTask {
                            try await stack.perform { context in
                                _ = try context.count(Stamp.all)
                                guard number % 4 == 0 else { return }
                                try context.insert(Stamp(text: "\(number)"))
                                try context.save()
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let texts = try await stack.perform { try $0.fetch(Stamp.all).map(\.text) }
                try expectEqual(Set(texts).count, 250, "stamps")
            }
        },
        promise("As many units of work run at a time as there are threads, and no more") { bench in
            let (crowd, gate) = (EventLog(), ThreadGate())
            try await withStack(bench, workers: 3) { stack in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<60 {
                        group.addTask {
                            try await stack.perform { context in
                                if crowd.enter() == 3 { gate.open() }
                                defer { crowd.leave() }
                                gate.pass()
                                _ = try context.count(Tag.all)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try expectEqual(crowd.most, 3, "the most units of work at a time")
        },
        promise("Tasks of every priority end") { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<90 {
                    let priorities: [TaskPriority] = [.background, .medium, .high]
                    group.addTask(priority: priorities[number % 3]) {
                        try await bench.save { try $0.insert(Stamp(text: "\(number)")) }
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(try await bench.perform { try $0.count(Stamp.all) }, 90, "stamps")
        },
        promise("Released contexts give their sessions back") { bench in
            for number in 0..<200 {
                let context: Context = try bench.stack.makeContext()
                try expectEqual(try context.count(Tag.all), number / 20, "tags")
                if number % 20 == 19 {
                    try context.insert(Tag(word: "\(number)"))
                    try context.save()
                }
            }
        },
    ]

    private static let order: [ConformancePromise] = [
        promise("One thread runs work in the order of its submission") { bench in
            let seen = EventLog()
            let gate = ThreadGate()
            try await withStack(bench, workers: 1) { stack in
                let begun = AsyncStream<Void>.makeStream()
                async let blocked: Void = stack.perform { _ in
                    begun.continuation.finish()
                    gate.pass()
                }
                for await _ in begun.stream {}
                for number in 0..<50 { try stack.pool.submit { seen.add(number) } }
                gate.open()
                try await blocked
                try await stack.perform { _ in }
            }
            try expectEqual(seen.all, Array(0..<50), "the order of units of work")
        },
        promise("Units of work that block delay no other task of the program") { bench in
            let gate = ThreadGate()
            try await withStack(bench, workers: 4) { stack in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let begun = AsyncStream<Void>.makeStream()
                    let arrived = EventLog()
                    for number in 0..<4 {
                        group.addTask {
                            try await stack.perform { _ in
                                if arrived.add(number) == 4 { begun.continuation.finish() }
                                gate.pass()
                            }
                        }
                    }
                    for await _ in begun.stream {}
                    let total = await withTaskGroup(of: Int.self) { others in
                        for number in 0..<100 { others.addTask { number } }
                        return await others.reduce(0, +)
                    }
                    try expectEqual(total, 4_950, "the other tasks' sum")
                    gate.open()
                    try await group.waitForAll()
                }
            }
        },
    ]

    private static let cancelling: [ConformancePromise] = [
        promise("Cancelling one of many tasks ends that one only") { bench in
            let begun = AsyncStream<Void>.makeStream()
            let endless = Task {
                try await bench.perform { context in
                    begun.continuation.finish()
                    while true { _ = try context.count(Tag.all) }
                }
            }
            for await _ in begun.stream {}
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try await bench.save { try $0.insert(Stamp(text: "\(number)")) } }
                }
                endless.cancel()
                try await group.waitForAll()
            }
            try await expectErrorAsync(.cancelled, "the cancelled unit of work") { try await endless.value }
            try expectEqual(try await bench.perform { try $0.count(Stamp.all) }, 20, "stamps")
        },
        promise("A task that is cancelled while it waits for a thread does nothing") { bench in
            let gate = ThreadGate()
            let ran = EventLog()
            try await withStack(bench, workers: 1) { stack in
                let begun = AsyncStream<Void>.makeStream()
                async let blocked: Void = stack.perform { _ in
                    begun.continuation.finish()
                    gate.pass()
                }
                for await _ in begun.stream {}
                let waiting = Task { try await stack.perform { _ in ran.add(1) } }
                waiting.cancel()
                gate.open()
                try await expectErrorAsync(.cancelled, "the waiting unit of work") {
                    _ = try await waiting.value
                }
                try await blocked
            }
            try expectEqual(ran.all, [], "runs of the cancelled unit of work")
        },
        promise("After a hundred cancelled tasks the stack works as before") { bench in
            for number in 0..<100 {
                let begun = AsyncStream<Void>.makeStream()
                let task = Task {
                    try await bench.perform { context in
                        try context.insert(Tag(word: "never"))
                        begun.continuation.finish()
                        while true { _ = try context.count(Tag.all) }
                    }
                }
                // The other half is cancelled before or while it begins.
                if number.isMultiple(of: 2) { for await _ in begun.stream {} }
                task.cancel()
                try await expectErrorAsync(.cancelled, "a cancelled unit of work") { try await task.value }
            }
            try await bench.saveTag("t", in: bench.stack)
            try expectEqual(try await bench.words(in: bench.stack), ["t"], "tags")
        },
    ]

    /// Carries a context and an object out of their unit of work, which no program should do.
    private final class Smuggler: @unchecked Sendable {  // safe: looked at once the unit of work has ended.
        var context: Context?
        var book: Book?
    }

    private static let ended: [ConformancePromise] = [
        promise("A context whose unit of work has ended is closed, and keeps no session") { bench in
            try await bench.saveLibrary()
            for _ in 0..<50 {
                let kept = Smuggler()
                try await bench.perform { context in
                    kept.context = context
                    kept.book = try context.existing(Book.self, 1)
                }
                let context = try unwrap(kept.context, "the context")
                let book = try unwrap(kept.book, "the book")
                try expectError(.closed, "fetching") { _ = try context.fetch(Book.all) }
                try expectError(.closed, "looking up") { _ = try context.object(Book.self, 2) }
                try expectError(.closed, "counting") { _ = try context.count(Book.all) }
                try expectError(.closed, "inserting") { try context.insert(Tag(word: "late")) }
                try expectError(.closed, "saving") { try context.save() }
                try expectError(.closed, "refreshing") { try context.refreshAll() }
                let child = context.makeChild(.child)
                try expectError(.closed, "fetching in a child") { _ = try child.fetch(Book.all) }
                try expect(book.author == nil && book.tags.isEmpty, "a relationship was loaded")
                try expect(!context.hasChanges, "a change was kept")
            }
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 10, "books")
        }
    ]

    /// An actor that uses a stack and stays responsive.
    private actor Worker {
        private let stack: PersistentStack
        private var finished = 0
        init(_ stack: PersistentStack) { self.stack = stack }
        var count: Int { finished }
        func work(_ body: @escaping @Sendable (Context) throws -> Void) async throws {
            try await stack.perform(body: body)
            finished += 1
        }
    }

    private static let actors: [ConformancePromise] = [
        promise("An actor is free while its unit of work runs") { bench in
            let worker = Worker(bench.stack)
            let gate = ThreadGate()
            let begun = AsyncStream<Void>.makeStream()
            async let blocked: Void = worker.work { _ in
                begun.continuation.finish()
                gate.pass()
            }
            for await _ in begun.stream {}
            try expectEqual(await worker.count, 0, "work finished while another piece blocks")
            try await worker.work { try $0.insert(Tag(word: "t")) }
            try expectEqual(await worker.count, 1, "work finished beside the blocked piece")
            gate.open()
            try await blocked
            try expectEqual(await worker.count, 2, "work finished when the gate is open")
        },
        promise("The main context sees what others save") { bench in
            try await bench.saveLibrary()
            let before = try await MainActor.run {
                try bench.stack.mainContext.existing(Tag.self, "red").weight
            }
            try expectEqual(before, -1, "weight before")
            try await bench.save { try $0.existing(Tag.self, "red").weight = 77 }
            let after = try await MainActor.run {
                try bench.stack.mainContext.refreshAll()
                return try bench.stack.mainContext.existing(Tag.self, "red").weight
            }
            try expectEqual(after, 77, "weight after")
        },
        promise("The main context saves, and units of work see it") { bench in
            try await MainActor.run {
                let context = try bench.stack.mainContext
                try context.insert(Tag(word: "main"))
                try context.save()
            }
            try expectEqual(try await bench.words(in: bench.stack), ["main"], "tags")
        },
        promise("In the main context the store wins over an older change") { bench in
            try await bench.saveLibrary()
            try await MainActor.run { try bench.stack.mainContext.existing(Tag.self, "red").weight = 1 }
            try await bench.save { try $0.existing(Tag.self, "red").weight = 2 }
            try await MainActor.run { try bench.stack.mainContext.save() }
            try expectEqual(try await bench.perform { try $0.existing(Tag.self, "red").weight }, 2, "weight")
        },
        promise("Values, identities and snapshots leave a unit of work and come back into another") { bench in
            try await bench.saveLibrary()
            let left = try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                return (book.objectID, book.snapshot, book.title)
            }
            try await bench.perform { context in
                let book = try unwrap(try context.object(left.0), "the book")
                try expectEqual(book.title, left.2, "title")
                try expectEqual(left.1.title, left.2, "the title in the snapshot")
            }
        },
    ]
}

extension PersistentStack {
    /// Runs a unit of work without a result, for callers that forward a closure.
    fileprivate func perform(body: @escaping @Sendable (Context) throws -> Void) async throws {
        try await perform(nil, body)
    }
}
