import Granary

/// A cancelled action never runs, or ends as cancelled; a closure that returns has succeeded.
enum ActionCancellationPromises: PromiseList {
    static let category = ConformanceCategory.actions

    private struct Refusal: Error {}

    static let promises: [ConformancePromise] = [
        promise("An action that is cancelled before it begins is over at once, and never runs") { bench in
            let (log, stack) = (EventLog(), bench.stack)
            stack.actions.suspend(.entity(Tag.self))
            let actions = (0..<3).map { number in stack.run(.entity(Tag.self)) { _, _ in log.add(number) }
            }
            actions[1].cancel()
            try expect(actions[1].state == .finished && actions[1].outcome?.isCancelled == true, "not over")
            try await expectErrorAsync(.cancelled, "the result") { _ = try await actions[1].result() }
            stack.actions.resume()
            _ = try await actions[2].result()
            try expectEqual(log.all, [0, 2], "the actions that ran")
        },
        promise("An action that is cancelled while it waits for a thread never runs") { bench in
            try await bench.withOtherStack(settings: { $0.workers = 1 }) { stack in
                let (halt, log) = (Halt(), EventLog())
                let blocking = Task { try await stack.perform { _ in halt.stop() } }
                await halt.reached()
                let action = stack.run(.general) { _, _ in log.add(1) }
                for _ in 0..<50 { await Task.yield() }
                action.cancel()
                try await action.expectOutcome("cancelled")
                halt.goOn()
                try await blocking.value
                try await stack.run(.general) { _, _ in log.add(2) }.result()
                try expectEqual(log.all, [2], "the actions that ran")
            }
        },
        promise("An action that is cancelled while the stack is suspended never runs") { bench in
            let (log, stack) = (EventLog(), bench.stack)
            try await stack.suspend()
            let action = stack.run(.entity(Tag.self)) { _, _ in log.add(1) }
            for _ in 0..<50 { await Task.yield() }
            action.cancel()
            try await action.expectOutcome("cancelled")
            stack.resume()
            try await stack.run(.entity(Tag.self)) { _, _ in log.add(2) }.result()
            try expectEqual(log.all, [2], "the actions that ran")
        },
        promise("An action that is cancelled while it reads ends, and nothing of it is stored") { bench in
            let begun = AsyncStream<Void>.makeStream()
            let action = bench.stack.run(.general) { _, context in
                try context.insert(Tag(word: "never"))
                begun.continuation.finish()
                while true { _ = try context.count(Tag.all) }
            }
            for await _ in begun.stream {}
            action.cancel()
            try await action.expectOutcome("cancelled")
            try expectEqual(try await bench.words(in: bench.stack), [], "tags")
        },
        promise("An action that is cancelled while it runs is cancelled, whatever it throws") { bench in
            let halt = Halt()
            let action = bench.stack.run(.general) { action, _ in
                halt.stop()
                if action.isCancelled { throw Refusal() }
            }
            await halt.reached()
            action.cancel()
            try expectEqual(action.state, .running, "the state before the closure ends")
            halt.goOn()
            let error = try await expectErrorAsync(.cancelled, "the action") { try await action.result() }
            try expect(error.cause is Refusal, "the cause is \(String(describing: error.cause))")
            try await action.expectOutcome("cancelled")
        },
        promise(
            "A closure that returns although its action was cancelled has succeeded, and its save is stored"
        ) {
            bench in
            let halt = Halt()
            let action = bench.stack.run(.general) { _, context in
                try context.insert(Tag(word: "saved"))
                try context.save()
                halt.stop()
                return 5
            }
            await halt.reached()
            action.cancel()
            halt.goOn()
            try expectEqual(try await action.result(), 5, "the result")
            try await action.expectOutcome("succeeded")
            action.cancel()
            try await action.expectOutcome("succeeded")
            try expectEqual(try await bench.words(in: bench.stack), ["saved"], "tags")
        },
        promise("An action that cancels itself saves nothing more, and the next one of its entity runs") {
            bench in
            let action = bench.stack.run(.entity(Tag.self)) { action, context in
                try context.insert(Tag(word: "before"))
                try context.save()
                try context.insert(Tag(word: "after"))
                action.cancel()
                let error = try expectError(.cancelled, "the save") { try context.save() }
                try expect(error.message.contains("cancelled"), "the save: \(error.message)")
                throw error
            }
            try await action.expectOutcome("cancelled")
            let error = try await expectErrorAsync(.cancelled, "the result") { _ = try await action.result() }
            try expect(error.message.contains("The action was cancelled"), "the result: \(error.message)")
            let next = bench.stack.run(.entity(Tag.self)) { _, context in
                try context.fetch(Tag.all).map(\.word)
            }
            try expectEqual(try await next.result(), ["before"], "tags")
        },
        promise("A closure that asks no store can ask whether its action was cancelled") { bench in
            let begun = AsyncStream<Void>.makeStream()
            let action = bench.stack.run(.general) { action, _ in
                begun.continuation.finish()
                while true { try action.checkCancellation() }
            }
            for await _ in begun.stream {}
            action.cancel()
            try await action.expectOutcome("cancelled")
        },
        promise("Cancelling actions at any moment leaves every queue at work") { bench in
            let actions = (0..<60).map { number in
                bench.stack.run(number.isMultiple(of: 2) ? .general : .entity(Tag.self)) { _, context in
                    try context.insert(Tag(word: "\(number)"))
                    try context.save()
                }
            }
            for (number, action) in actions.enumerated() where number % 3 != 0 {
                if number.isMultiple(of: 5) { await Task.yield() }
                action.cancel()
            }
            for action in actions { _ = try? await action.result() }
            let stored = Set(try await bench.words(in: bench.stack))
            for (number, action) in actions.enumerated() {
                // A closure that was cancelled once it had saved has succeeded, or has stored its changes anyway.
                if number % 3 == 0 { try await action.expectOutcome("succeeded") }
                if action.outcome?.isSuccess == true {
                    try expect(stored.contains("\(number)"), "\(number) is not stored")
                }
            }
            try await bench.stack.run(.entity(Tag.self)) { _, _ in }.result()
            try await bench.stack.run(.general) { _, _ in }.result()
        },
    ]
}
