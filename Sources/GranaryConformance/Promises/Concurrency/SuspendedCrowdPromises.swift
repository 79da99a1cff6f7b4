import Granary

/// A stack is suspended, resumed, started, stopped and changed while many tasks use it.
enum SuspendedCrowdPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] { suspending + starting + detaching }

    /// Saves a stamp in a unit of work, with a priority.
    private static func stamp(
        _ number: Int, _ stack: PersistentStack, _ priority: TaskPriority? = nil
    ) -> Task<Void, any Error> {
        Task(priority: priority) {
            try await stack.perform { context in
                try context.insert(Stamp(text: "\(number)"))
                try context.save()
            }
        }
    }

    private static let suspending: [ConformancePromise] = [
        promise("Work of every priority that waits for a suspended stack is done once when it is resumed") {
            bench in
            let stack = bench.stack
            try await stack.suspend()
            let priorities: [TaskPriority] = [.background, .utility, .medium, .high]
            let tasks = (0..<24).map { stamp($0, stack, priorities[$0 % 4]) }
            for task in tasks.prefix(4) { task.cancel() }
            for task in tasks.prefix(4) {
                try await expectErrorAsync(.cancelled, "a cancelled unit of work") { try await task.value }
            }
            try expect(!stack.isReady, "the stack is ready")
            stack.resume()
            for task in tasks.dropFirst(4) { try await task.value }
            let texts = try await stack.perform { try $0.fetch(Stamp.all).map(\.text) }
            try expectEqual(texts.compactMap { Int($0) }.sorted(), Array(4..<24), "stamps")
        },
        promise(
            "Units of work that come while the stack is suspended and resumed again and again are all done"
        ) {
            bench in
            let stack = bench.stack
            var tasks: [Task<Void, any Error>] = []
            for round in 0..<10 {
                tasks += (0..<4).map { stamp(round * 4 + $0, stack) }
                try await stack.suspend(lettingReadsThrough: round % 2 == 0)
                tasks.append(stamp(100 + round, stack))
                stack.resume()
            }
            for task in tasks { try await task.value }
            try expectEqual(try await stack.perform { try $0.count(Stamp.all) }, 50, "stamps")
        },
    ]

    private static let starting: [ConformancePromise] = [
        promise("Of many tasks that start one stack at once each finds it started") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        try await stack.start()
                        try await stamp(number, stack).value
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(try await stack.perform { try $0.count(Stamp.all) }, 8, "stamps")
            try await stack.close()
            try await stack.destroyPersistentStores()
        },
        promise(
            "Starts and stops of many tasks lose no save, and leave a stack that works", needs: .persistent,
            mayBeKeptByChance: true
        ) {
            bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            let saved = EventLog()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        switch number % 4 {
                        case 0: try await stack.stop()
                        case 1: try await stack.start()
                        default:
                            do {
                                try await stamp(number, stack).value
                                saved.add(number)
                            } catch GranaryError.Code.closed {}
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await stack.start()
            let texts = try await stack.perform { try $0.fetch(Stamp.all).map(\.text) }
            try expectEqual(texts.compactMap { Int($0) }.sorted(), saved.all.sorted(), "stamps")
            try await stack.close()
            try await stack.destroyPersistentStores()
        },
        promise("Several stacks over stores of their own open, save and close at once") { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let stack = try bench.anotherStack(at: "stack \(number)")
                        try await bench.withStack(stack) { stack in
                            for step in 0..<3 { try await bench.saveTag("\(number) \(step)", in: stack) }
                            try expectEqual(
                                try await bench.words(in: stack), (0..<3).map { "\(number) \($0)" }, "tags")
                        }
                        try await stack.destroyPersistentStores()
                    }
                }
                try await group.waitForAll()
            }
        },
    ]

    private static let detaching: [ConformancePromise] = [
        promise("A store is detached at work: what uses it ends, and what uses the other one goes on", .apart)
        {
            bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            let (authors, tags) = (try Clerk(stack), try Clerk(stack))
            let ending = Task { try await authors.follow(stack.observe(Author.all), until: -1) }
            let following = Task { try await tags.follow(stack.observe(Tag.all), until: 12) }
            let ids = try await authors.work { try $0.fetch(Author.all).map(\.id) }
            let counting = (0..<12).map { _ in Task { try await stack.perform { try $0.count(Author.all) } } }
            let detaching = Task { try await stack.detachPersistentStore("Reference") }
            for number in 0..<8 { try await bench.saveTag("\(number)", in: stack) }
            try await detaching.value
            for task in counting {
                switch await task.result {
                case .success(let count): try expectEqual(count, ids.count, "authors")
                case .failure(let error):
                    try expectEqual((error as? GranaryError)?.code, .closed, "the code")
                }
            }
            let ended = await ending.result
            if case .failure(let error) = ended {
                try expectEqual((error as? GranaryError)?.code, .closed, "the code of the live query")
            }
            try expectEqual(try await following.value.last, 12, "tags of the other live query")
            try await authors.work { context in
                try expectError(.closed, "fetching authors") { _ = try context.fetch(Author.all) }
                try expectEqual(try context.count(Tag.all), 12, "tags of the context")
            }
            try await stack.attachPersistentStore(for: bench.configuration("Reference"))
        }
    ]
}
