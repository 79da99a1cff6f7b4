import Granary

/// Readers of events learn of the start and the end of every action.
enum ActionEventPromises: PromiseList {
    static let category = ConformanceCategory.actions

    /// The next events of a reader, as text.
    private static func read(_ count: Int, of events: AsyncStream<ActionEvent>) async -> [String] {
        var read: [String] = []
        for await event in events {
            read.append("\(event)")
            if read.count == count { break }
        }
        return read
    }

    static let promises: [ConformancePromise] = [
        promise("Events tell the start and the end of each action, in their order") { bench in
            let events = bench.stack.actionEvents
            let names = ["one", "two"]
            let actions = names.map { name in
                bench.stack.run(.entity(Tag.self), named: name) { _, _ in
                    if name == "two" { throw GranaryError(.notFound, "Nothing is there.") }
                }
            }
            for action in actions { _ = try? await action.result() }
            let first = actions[0].number
            try expectEqual(
                await read(4, of: events),
                [
                    "Tag: action \(first) “one” started", "Tag: action \(first) “one” succeeded",
                    "Tag: action \(first + 1) “two” started",
                    "Tag: action \(first + 1) “two” failed (notFound)",
                ], "events")
        },
        promise("An action that never began has an end and no start") { bench in
            let events = bench.stack.actionEvents
            bench.stack.actions.suspend()
            let action = bench.stack.run(.general) { _, _ in }
            action.cancel()
            try expectEqual(
                await read(1, of: events), ["general: action \(action.number) cancelled"], "events")
            bench.stack.actions.resume()
        },
        promise("Every reader gets every event with its number, and one that does not read delays no other") {
            bench in
            let (idle, events, others) = (
                bench.stack.actionEvents, bench.stack.actionEvents, bench.stack.actionEvents
            )
            for _ in 0..<50 { bench.stack.run(.entity(Tag.self)) { _, _ in } }
            try await bench.stack.run(.entity(Tag.self)) { _, _ in }.result()
            for reader in [events, others] {
                var numbers: [Int] = []
                for await event in reader {
                    numbers.append(event.number)
                    if numbers.count == 102 { break }
                }
                let first = numbers.first ?? 0
                try expectEqual(numbers, Array(first..<first + 102), "numbers of events")
            }
            withExtendedLifetime(idle) {}
        },
        promise("The end of an action tells its statistics") { bench in
            let events = bench.stack.actionEvents
            let action = bench.stack.run(.general) { _, context in
                try context.insert(Tag(word: "t"))
                try context.save()
            }
            try await action.result()
            for await event in events {
                guard case .finished = event.kind else { continue }
                try expectEqual(event.statistics, action.statistics, "statistics")
                try expectEqual(event.statistics.work.rowsInserted, 1, "rows inserted")
                break
            }
        },
        promise("Events end when the stack has closed and its last action has ended") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            let (events, halt) = (stack.actionEvents, Halt())
            let running = stack.run(.general) { _, _ in halt.stop() }
            await halt.reached()
            let closing = Task { try await stack.close() }
            halt.goOn()
            var ends: [Int] = []
            for await event in events {
                if case .finished = event.kind { ends.append(event.action) }
            }
            try expectEqual(ends, [running.number], "actions that have ended")
            try await closing.value
            for await event in stack.actionEvents {
                throw ConformanceFailure(.broken, "after the end: \(event)")
            }
            try await stack.destroyPersistentStores()
        },
    ]
}
