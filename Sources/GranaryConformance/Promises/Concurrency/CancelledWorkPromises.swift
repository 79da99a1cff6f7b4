import Granary

/// A task can be cancelled in each phase of a unit of work.
enum CancelledWorkPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static let promises: [ConformancePromise] = [
        promise("A unit of work of a task that is cancelled already does not run") { bench in
            let ran = EventLog()
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                _ = try await bench.perform { _ in ran.add(1) }
            }
            task.cancel()
            try await expectErrorAsync(.cancelled, "the unit of work") { _ = try await task.value }
            try expectEqual(ran.all, [], "runs")
        },
        promise("A unit of work that is cancelled after its save has stored it") { bench in
            let halt = Halt()
            let task = Task {
                try await bench.perform { context in
                    try context.insert(Tag(word: "saved"))
                    try context.save()
                    halt.stop()
                    try context.insert(Tag(word: "unsaved"))
                    try context.save()
                }
            }
            await halt.reached()
            task.cancel()
            halt.goOn()
            try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
            try expectEqual(try await bench.words(in: bench.stack), ["saved"], "tags")
        },
        promise("A unit of work whose time is over has stored what it had saved, and nothing else") { bench in
            let (clock, halt) = (DrivenClock(), Halt())
            let stack = try bench.anotherStack(at: "timed", clock: clock)
            try await bench.withStack(stack) { stack in
                let task = Task {
                    try await stack.perform(timeout: .seconds(5)) { context in
                        try context.insert(Tag(word: "saved"))
                        try context.save()
                        halt.stop()
                        while !Task.isCancelled {}
                        try context.insert(Tag(word: "unsaved"))
                        try context.save()
                    }
                }
                await halt.reached()
                await clock.nextWaking(after: .seconds(5))
                clock.advance(by: .seconds(5))
                halt.goOn()
                try await expectErrorAsync(.timeout, "the unit of work") { try await task.value }
                try expectEqual(try await bench.words(in: stack), ["saved"], "tags")
                try await stack.destroyPersistentStores()
            }
        },
        promise("In a unit of work and in an action a closure can ask whether its task was cancelled") {
            bench in
            let (halt, other) = (Halt(), Halt())
            let task = Task {
                try await bench.perform { _ in
                    let before = Task.isCancelled
                    halt.stop()
                    return [before, Task.isCancelled]
                }
            }
            await halt.reached()
            task.cancel()
            halt.goOn()
            try expectEqual(try await task.value, [false, true], "answers before and after")
            let seen = EventLog()
            let action = bench.stack.run(.general) { _, _ in
                if Task.isCancelled { seen.add(1) }
                other.stop()
                if Task.isCancelled { seen.add(2) }
                try Task.checkCancellation()
            }
            await other.reached()
            action.cancel()
            other.goOn()
            try await action.expectOutcome("cancelled")
            try expectEqual(seen.all, [2], "when the action was cancelled")
        },
        promise("A unit of work that is cancelled between its attempts is not repeated") { bench in
            try await bench.saveLibrary()
            var options = bench.stack.backgroundOptions
            options.retries = 1_000
            let (attempts, begun) = (EventLog(), AsyncStream<Void>.makeStream())
            let stack = bench.stack
            let task = Task { [options] in
                try await bench.perform(options) { context in
                    if attempts.add(1) == 3 { begun.continuation.finish() }
                    let red = try context.existing(Tag.self, "red")
                    try stack.weigh("red", attempts.all.count)
                    red.weight = -2
                    try context.save()
                }
            }
            for await _ in begun.stream {}
            task.cancel()
            try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
            let count = attempts.all.count
            try await bench.saveTag("later", in: stack)
            try expectEqual(attempts.all.count, count, "attempts")
            try expect(count < 1_000, "all attempts were made")
        },
        promise("Of units of work that are cancelled at any moment each is stored whole or not at all") {
            bench in
            for seed in ConformanceEffort.current.seeds(1, long: 20) {
                do { try await cancelAtRandom(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        },
    ]

    /// Saves a tag and a seat in each of many units of work, and cancels some of them.
    private static func cancelAtRandom(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        var random = SeededGenerator(seed: seed)
        try await bench.save { context in
            try context.delete(contentsOf: context.fetch(Tag.all))
            try context.delete(contentsOf: context.fetch(Seat.all))
        }
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<24 {
            tasks.append(
                Task {
                    try await bench.perform { context in
                        try context.insert(Tag(word: "\(number)", weight: number))
                        _ = try context.count(Seat.all)
                        try context.insert(Seat(id: number))
                        try context.save()
                    }
                })
            if random.chance(2) { await Task.yield() }
            if random.chance(2) { tasks[random.below(tasks.count)].cancel() }
        }
        var saved: Set<Int> = []
        for (number, task) in tasks.enumerated() {
            switch await task.result {
            case .success: saved.insert(number)
            case .failure(let error):
                try expectEqual((error as? GranaryError)?.code, .cancelled, "the code of task \(number)")
            }
        }
        let (tags, seats) = try await bench.perform { context in
            (
                Set(try context.fetch(Tag.all).compactMap(\.weight)),
                Set(try context.fetch(Seat.all).map(\.id))
            )
        }
        try expectEqual(tags, seats, "tags, compared with the seats of the same units of work")
        try expect(saved.isSubset(of: tags), "missing: \(saved.subtracting(tags).sorted())")
    }
}
