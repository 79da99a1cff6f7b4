import Granary

/// The ends of actions when their stack closes, stops or is destroyed, and when stores are detached.
enum ActionEndPromises: PromiseList {
    static let category = ConformanceCategory.actions

    /// An action that has begun and one that waits behind it.
    private static func pair(_ stack: PersistentStack, _ halt: Halt) async -> (Action<Void>, Action<Void>) {
        let running = stack.run(.entity(Tag.self)) { _, context in
            halt.stop()
            try context.insert(Tag(word: "running"))
            try context.save()
        }
        let waiting = stack.run(.entity(Tag.self)) { _, context in
            try context.insert(Tag(word: "waiting"))
            try context.save()
        }
        await halt.reached()
        return (running, waiting)
    }

    static let promises: [ConformancePromise] = [
        promise("Actions that wait when the stack closes fail with closed; those that run end first") {
            bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            let halt = Halt()
            let (running, waiting) = await pair(stack, halt)
            stack.actions.suspend(.general)
            let suspended = stack.run(.general) { _, _ in }
            let closing = Task { try await stack.close() }
            for action in [waiting, suspended] {
                try await expectErrorAsync(.closed, "a waiting action") { try await action.result() }
            }
            try expectEqual(running.state, .running, "the running action")
            halt.goOn()
            try await running.result()
            try await closing.value
            try await stack.destroyPersistentStores()
        },
        promise("An action that is given to a closed stack fails with closed") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            try await stack.close()
            let action = stack.run(.general) { _, _ in }
            try expectEqual(action.state, .finished, "the state")
            try await expectErrorAsync(.closed, "the action") { try await action.result() }
            try await stack.destroyPersistentStores()
        },
        promise("In a stopped stack an action fails with closed when its turn comes, and not before") {
            bench in
            let stack = bench.stack
            stack.actions.suspend(.entity(Tag.self))
            let kept = stack.run(.entity(Tag.self)) { _, context in try context.count(Tag.all) }
            try await stack.stop()
            let refused = stack.run(.general) { _, _ in }
            try await expectErrorAsync(.closed, "an action of a stopped stack") { try await refused.result() }
            try expectEqual(kept.state, .waiting, "the action of a suspended queue")
            try await stack.start()
            stack.actions.resume()
            try expectEqual(try await kept.result(), 0, "tags")
        },
        promise("Actions go on where a stop gives up") { bench in
            let halt = Halt()
            let (running, waiting) = await pair(bench.stack, halt)
            let stopping = Task { try await bench.stack.stop(running: .wait(upTo: .milliseconds(5))) }
            try await expectErrorAsync(.timeout, "the stop") { try await stopping.value }
            halt.goOn()
            try await running.result()
            try await waiting.result()
            try expectEqual(try await bench.words(in: bench.stack), ["running", "waiting"], "tags")
        },
        promise("A stop that cancels running work cancels the action that runs") { bench in
            let begun = AsyncStream<Void>.makeStream()
            let action = bench.stack.run(.general) { _, context in
                begun.continuation.finish()
                while true { _ = try context.count(Tag.all) }
            }
            for await _ in begun.stream {}
            try await bench.stack.stop(running: .cancel)
            try await action.expectOutcome("cancelled")
            try await bench.stack.start()
        },
        promise("Actions that wait when the stack is destroyed fail with destroyed") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            let halt = Halt()
            let (running, waiting) = await pair(stack, halt)
            let destroying = Task { try await stack.destroy() }
            while stack.isStarted { await Task.yield() }
            halt.goOn()
            try await running.result()
            try await destroying.value
            try await expectErrorAsync(.destroyed, "the waiting action") { try await waiting.result() }
            let late = stack.run(.general) { _, _ in }
            try await expectErrorAsync(.destroyed, "a later action") { try await late.result() }
        },
        promise("An action uses the stores that are open when it begins", .apart) { bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            let author = try unwrap(stack.schema.entity("Author"), "the entity")
            stack.actions.suspend()
            let (lost, found) = (
                stack.run(.entity(Author.self)) { _, context in try context.count(Author.all) },
                stack.run(.entity(Book.self)) { _, context in try context.count(Book.all) }
            )
            try await stack.detachPersistentStore(author.configuration)
            stack.actions.resume()
            try expectEqual(try await found.result(), 10, "books")
            try await expectErrorAsync(.closed, "the action without a store") { _ = try await lost.result() }
            try await stack.attachPersistentStore(for: bench.configuration(author.configuration))
            let again = stack.run(.entity(Author.self)) { _, context in try context.count(Author.all) }
            _ = try await again.result()
        },
        promise("Actions of the nested strategy see what the main context has not saved, and save through it")
        {
            bench in
            try await bench.withOtherStack(strategy: .nested) { stack in
                try await MainActor.run { try stack.mainContext.insert(Tag(word: "main")) }
                let action = stack.run(.entity(Tag.self)) { _, context in
                    let count = try context.count(Tag.all)
                    try context.insert(Tag(word: "action"))
                    try context.save()
                    return count
                }
                try expectEqual(try await action.result(), 1, "tags that the action saw")
                try expectEqual(action.statistics.work.rowsInserted, 1, "rows inserted")
                let context = try stack.makeContext()
                try expectEqual(try context.fetch(Tag.all).map(\.word), ["action", "main"], "tags")
            }
        },
    ]
}
