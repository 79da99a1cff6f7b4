import Granary

/// Actors that keep contexts, each on its own thread, work concurrently.
enum ActorContextPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    /// Runs a closure for each of several actors at once.
    private static func each(
        _ count: Int, _ stack: PersistentStack,
        _ body: @escaping @Sendable (_ clerk: Clerk, _ number: Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask { try await body(Clerk(stack), number) }
            }
            try await group.waitForAll()
        }
    }

    static let promises: [ConformancePromise] = [
        promise("Contexts on actors that count up one number at once lose no step, by a merge rule") {
            bench in
            try await bench.save { try $0.insert(Tally(id: 1)) }
            try await each(4, bench.stack) { clerk, _ in
                for _ in 0..<8 {
                    try await clerk.work { context in
                        try context.existing(Tally.self, 1).count += 1
                        try context.save()
                    }
                }
            }
            try expectEqual(try await bench.perform { try $0.existing(Tally.self, 1).count }, 32, "the count")
        },
        promise("The context of an actor shows what other actors have saved once it has saved itself") {
            bench in
            try await bench.saveLibrary()
            let (one, other) = (try Clerk(bench.stack), try Clerk(bench.stack))
            _ = try await one.work { try $0.fetch(Tag.all).count }
            try await other.work { context in
                try context.existing(Tag.self, "red").weight = 77
                try context.delete(try context.existing(Tag.self, "unused"))
                try context.save()
            }
            let (before, after) = try await one.work { context in
                let red = try context.existing(Tag.self, "red")
                let before = red.weight
                try context.insert(Tag(word: "mine"))
                try context.save()
                return (before, [red.weight, try context.object(Tag.self, "unused")?.weight])
            }
            try expectEqual(before, -1, "the weight before its save")
            try expectEqual(after, [77, nil], "the weights after it")
        },
        promise("An actor whose context blocks its thread delays no other actor") { bench in
            let (blocked, free) = (try Clerk(bench.stack), try Clerk(bench.stack))
            let (gate, begun) = (ThreadGate(), AsyncStream<Void>.makeStream())
            async let blocking: Int = blocked.work { context in
                begun.continuation.finish()
                gate.pass()
                return try context.count(Tag.all)
            }
            for await _ in begun.stream {}
            for number in 0..<5 {
                try await free.work { context in
                    try context.insert(Tag(word: "\(number)"))
                    try context.save()
                }
            }
            gate.open()
            try expectEqual(try await blocking, 5, "tags that the blocked actor finds")
        },
        promise("A live query that is read on an actor of its own follows what other actors save") { bench in
            let reader = try Clerk(bench.stack)
            async let reading = reader.follow(bench.stack.observe(Stamp.all), until: 12)
            try await each(3, bench.stack) { clerk, number in
                for step in 0..<4 {
                    try await clerk.work { context in
                        try context.insert(Stamp(text: "\(number) \(step)"))
                        try context.save()
                    }
                }
            }
            let counts = try await reading
            try expectEqual(counts, counts.sorted(), "the order of the results")
            try expectEqual(Set(counts).count, counts.count, "results")
        },
        promise("Contexts of several actors save in the background at once, and all of it is stored") {
            bench in
            try await each(4, bench.stack) { clerk, number in
                for step in 0..<3 {
                    try await clerk.workAndSave { try $0.insert(Stamp(text: "\(number) \(step)")) }
                }
            }
            let texts = try await bench.perform { try $0.fetch(Stamp.all).map(\.text) }
            try expectEqual(
                texts.sorted(), (0..<4).flatMap { number in (0..<3).map { "\(number) \($0)" } }, "stamps")
        },
        promise("Of two actors that save one object in the background at once, one meets a conflict") {
            bench in
            try await bench.saveLibrary()
            let clerks = [try Clerk(bench.stack), try Clerk(bench.stack)]
            for clerk in clerks { _ = try await clerk.work { try $0.existing(Tag.self, "red").weight } }
            let saves = clerks.enumerated().map { number, clerk in
                Task { try await clerk.workAndSave { try $0.existing(Tag.self, "red").weight = number } }
            }
            var saved: [Int] = []
            for (number, save) in saves.enumerated() {
                switch await save.result {
                case .success: saved.append(number)
                case .failure(let error):
                    try expectEqual((error as? GranaryError)?.code, .conflict, "the code")
                }
            }
            try expectEqual(saved.count, 1, "saves")
            try expectEqual(
                try await bench.perform { try $0.existing(Tag.self, "red").weight }, saved.first, "weight")
        },
    ]
}
