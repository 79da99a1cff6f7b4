import Granary

/// An action runs its closure, and its handle reports the outcome.
enum ActionPromises: PromiseList {
    static let category = ConformanceCategory.actions
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(saving, in: [.united, .apart]) + handles }

    private struct Refusal: Error {}

    private static let saving: [ConformancePromise] = [
        promise("An action saves, and its result is what its closure returned") { bench in
            try await bench.saveLibrary()
            let action = bench.stack.run(.entity(Book.self), named: "pages") { action, context in
                let books = try context.fetch(Book.all)
                for book in books { book.pages = 7 }
                try context.insert(Tag(word: action.name))
                try context.save()
                return books.count
            }
            try expectEqual(try await action.result(), 10, "the result")
            try await action.expectOutcome("succeeded")
            let stored = try await bench.perform { context in
                (
                    try context.count(Book.where { $0.pages == 7 }),
                    try context.count(Tag.where { $0.word == "pages" })
                )
            }
            try expect(stored == (10, 1), "stored: \(stored)")
        },
        promise("An action that throws has failed with that error, and nothing unsaved is stored") { bench in
            let action = bench.stack.run(.general) { _, context in
                try context.insert(Tag(word: "saved"))
                try context.save()
                try context.insert(Tag(word: "unsaved"))
                throw Refusal()
            }
            do {
                try await action.result()
                throw ConformanceFailure(.broken, "the action has a result")
            } catch is Refusal {}
            try await action.expectOutcome("failed (Refusal)")
            try expectEqual(try await bench.words(in: bench.stack), ["saved"], "tags")
        },
        promise("What a save is refused for is the error of its action") { bench in
            try await bench.save { try $0.insert(Seat(id: 1, label: "same")) }
            let action = bench.stack.run(.entity(Seat.self)) { _, context in
                try context.insert(Seat(id: 2, label: "same"))
                try context.save()
            }
            try await expectErrorAsync(.constraint, "the action") { try await action.result() }
        },
    ]

    private static let handles: [ConformancePromise] = [
        promise("An action is there at once; it waits, runs and has finished in turn") { bench in
            let halt = Halt()
            bench.stack.actions.suspend()
            let action = bench.stack.run(.entity(Tag.self)) { _, _ in halt.stop() }
            try expect(action.state == .waiting && action.outcome == nil, "not waiting: \(action.state)")
            bench.stack.actions.resume()
            await halt.reached()
            try expect(action.state == .running && action.outcome == nil, "not running: \(action.state)")
            halt.goOn()
            try await action.result()
            try expect(action.state == .finished && action.outcome?.isSuccess == true, "not finished")
        },
        promise("An action whose handle is given up runs all the same") { bench in
            bench.stack.run(.general) { _, context in
                try context.insert(Tag(word: "given up"))
                try context.save()
            }
            try await bench.stack.run(.general) { _, _ in }.result()
            while try await bench.words(in: bench.stack).isEmpty { await Task.yield() }
        },
        promise("Any number of tasks wait for one action") { bench in
            let halt = Halt()
            let action = bench.stack.run(.general) { _, context in
                halt.stop()
                return try context.count(Tag.all)
            }
            await halt.reached()
            let waiting = (0..<20).map { _ in Task { try await action.result() } }
            for _ in 0..<20 { await Task.yield() }
            halt.goOn()
            for task in waiting { try expectEqual(try await task.value, 0, "the result") }
            try expectEqual(try await action.result(), 0, "the result afterwards")
        },
        promise("A cancelled task waits no longer for an action, which goes on") { bench in
            let halt = Halt()
            let action = bench.stack.run(.general) { _, context in
                halt.stop()
                try context.insert(Tag(word: "went on"))
                try context.save()
            }
            await halt.reached()
            let waiting = Task { try await action.result() }
            waiting.cancel()
            try await expectErrorAsync(.cancelled, "the waiting task") { try await waiting.value }
            try expectEqual(action.state, .running, "the action")
            halt.goOn()
            try await action.result()
            try expectEqual(try await bench.words(in: bench.stack), ["went on"], "tags")
        },
        promise("The progress that a closure sets is seen while it runs") { bench in
            let halt = Halt()
            let action = bench.stack.run(.general) { action, _ in
                action.progress.total = 4
                action.progress.completed += 1
                halt.stop()
                action.progress.completed = 4
            }
            try expect(
                action.progress.fraction == nil || action.state != .waiting, "a fraction before the start")
            await halt.reached()
            try expectEqual(action.progress, ActionProgress(completed: 1, total: 4), "the progress")
            try expectEqual(action.progress.fraction, 0.25, "the fraction")
            halt.goOn()
            try await action.result()
            try expectEqual(action.progress.fraction, 1, "the fraction at the end")
        },
        promise("An action runs with the options it was given") { bench in
            var options = ContextOptions()
            options.saves = .refuse
            let action = bench.stack.run(.entity(Tag.self), options: options) { _, context in
                try context.insert(Tag(word: "refused"))
                try context.save()
            }
            try await expectErrorAsync(.unsupported, "the action") { try await action.result() }
            try expectEqual(try await bench.words(in: bench.stack), [], "tags")
        },
        promise("A closure that meets a conflict is repeated as often as its options say") { bench in
            try await bench.save { try $0.insert(Tag(word: "t", weight: 0)) }
            var options = ContextOptions()
            options.retries = 3
            let runs = EventLog()
            let stack = bench.stack
            let action = stack.run(.entity(Tag.self), options: options) { action, context in
                let tag = try context.existing(Tag.self, "t")
                if runs.add(action.number) < 3 { try stack.weigh("t", runs.all.count) }
                tag.weight = 10 + (tag.weight ?? 0)
                try context.save()
            }
            try await action.result()
            try expectEqual(runs.all.count, 3, "runs")
            try expectEqual(try stack.weight("t"), 12, "weight")
            try expectEqual(action.statistics.work.rowsFetched, 3, "rows fetched in all runs")
        },
        promise("An action of a model that the stack does not have fails, and says so") { bench in
            let action = bench.stack.run(.entity(Stranger.self)) { _, _ in }
            try expectEqual(action.state, .finished, "the state")
            let error = try await expectErrorAsync(.schema, "the action") { try await action.result() }
            try expectEqual(error.context.entity, "Stranger", "the entity in the error")
        },
    ]
}

/// No schema has it.
@Model final class Stranger {
    var id: Int
}
