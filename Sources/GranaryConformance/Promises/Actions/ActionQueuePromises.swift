import Granary

/// Actions of one entity run in their order, those of others concurrently, and suspended ones wait.
enum ActionQueuePromises: PromiseList {
    static let category = ConformanceCategory.actions

    static var promises: [ConformancePromise] { order + suspension }

    private struct Refusal: Error {}

    private static let order: [ConformancePromise] = [
        promise("Actions of one entity run one after the other, in their order") { bench in
            let log = EventLog()
            let actions = (0..<100).map { number in
                bench.stack.run(.entity(Tag.self)) { _, context in
                    _ = log.enter()
                    defer { log.leave() }
                    log.add(number)
                    if number % 25 == 0 {
                        try context.insert(Tag(word: "\(number)"))
                        try context.save()
                    }
                    if number % 10 == 3 { throw Refusal() }
                }
            }
            for action in actions { _ = try? await action.result() }
            try expectEqual(log.all, Array(0..<100), "the order")
            try expectEqual(log.most, 1, "the most actions at a time")
            try expectEqual(
                actions.filter { $0.outcome?.isSuccess == true }.count, 90, "actions that succeeded")
            try expectEqual(try await bench.words(in: bench.stack).count, 4, "tags")
        },
        promise("Actions of different entities run beside each other") { bench in
            let (first, second) = (Halt(), Halt())
            let one = bench.stack.run(.entity(Tag.self)) { _, _ in first.stop() }
            let other = bench.stack.run(.entity(Author.self)) { _, _ in second.stop() }
            await first.reached()
            await second.reached()
            for halt in [first, second] { halt.goOn() }
            try await one.result()
            try await other.result()
        },
        promise("As many general actions run beside each other as the settings say") { bench in
            let (log, gate) = (EventLog(), ThreadGate())
            try await bench.withOtherStack(settings: { ($0.workers, $0.generalActions) = (6, 3) }) { stack in
                let actions = (0..<20).map { _ in
                    stack.run(.general) { _, context in
                        if log.enter() == 3 { gate.open() }
                        defer { log.leave() }
                        gate.pass()
                        _ = try context.count(Tag.all)
                    }
                }
                for action in actions { try await action.result() }
            }
            try expectEqual(log.most, 3, "the most actions at a time")
        },
        promise("An action can start another one of its entity, which begins when it has ended") { bench in
            let (log, stack) = (EventLog(), bench.stack)
            let action = stack.run(.entity(Tag.self)) { _, context in
                let next = stack.run(.entity(Tag.self)) { _, context in
                    log.add(2)
                    return try context.count(Tag.all)
                }
                try context.insert(Tag(word: "first"))
                try context.save()
                log.add(1)
                return next
            }
            let next = try await action.result()
            try expectEqual(try await next.result(), 1, "tags that the second action found")
            try expectEqual(log.all, [1, 2], "the order")
        },
        promise("Two thousand waiting actions take no thread, and all of them run") { bench in
            try await bench.withOtherStack(settings: { $0.workers = 1 }) { stack in
                let log = EventLog()
                stack.actions.suspend(.entity(Tag.self))
                let actions = (0..<2_000).map { number in
                    stack.run(.entity(Tag.self)) { _, _ in log.add(number) }
                }
                try expectEqual(try await stack.perform { try $0.count(Tag.all) }, 0, "tags")
                try await stack.run(.entity(Book.self)) { _, _ in }.result()
                try expect(actions.allSatisfy { $0.state == .waiting }, "one does not wait")
                stack.actions.resume(.entity(Tag.self))
                try expectEqual(try await actions[1_999].result(), 2_000, "the last one's number")
                try expectEqual(log.all, Array(0..<2_000), "the order")
            }
        },
        promise("Actions of tasks of every priority run") { bench in
            let log = EventLog()
            let priorities: [TaskPriority] = [.background, .medium, .high]
            for number in 0..<30 {
                await Task(priority: priorities[number % 3]) {
                    _ = bench.stack.run(.entity(Stamp.self)) { _, _ in log.add(number) }
                }.value
            }
            try await bench.stack.run(.entity(Stamp.self)) { _, _ in }.result()
            try expectEqual(log.all, Array(0..<30), "the order")
        },
    ]

    private static let suspension: [ConformancePromise] = [
        promise("A suspended queue starts nothing while others go on; resumed, it starts in its order") {
            bench in
            let (log, stack) = (EventLog(), bench.stack)
            stack.actions.suspend(.entity(Tag.self))
            try expect(stack.actions.isSuspended(.entity(Tag.self)), "not suspended")
            try expect(!stack.actions.isSuspended(.general), "another queue is suspended")
            let held = (0..<5).map { number in stack.run(.entity(Tag.self)) { _, _ in log.add(number) } }
            try await stack.run(.entity(Book.self)) { _, _ in log.add(100) }.result()
            try await stack.run(.general) { _, _ in log.add(101) }.result()
            stack.actions.resume(.entity(Tag.self))
            for action in held { try await action.result() }
            try expectEqual(log.all, [100, 101, 0, 1, 2, 3, 4], "the order")
        },
        promise("All queues are suspended at once, unused ones too, and one is resumed alone") { bench in
            let (log, stack) = (EventLog(), bench.stack)
            stack.actions.suspend()
            let general = stack.run(.general) { _, _ in log.add(1) }
            let tag = stack.run(.entity(Tag.self)) { _, _ in log.add(2) }
            stack.actions.resume(.entity(Tag.self))
            try await tag.result()
            try expect(general.state == .waiting && stack.actions.isSuspended(.general), "all were resumed")
            stack.actions.suspend(.entity(Book.self))
            stack.actions.resume()
            try await general.result()
            try await stack.run(.entity(Book.self)) { _, _ in log.add(3) }.result()
            try expectEqual(log.all, [2, 1, 3], "the order")
        },
        promise("An action that runs when its queue is suspended goes on to its end") { bench in
            let halt = Halt()
            let stack = bench.stack
            let running = stack.run(.entity(Tag.self)) { _, context in
                halt.stop()
                try context.insert(Tag(word: "running"))
                try context.save()
            }
            let next = stack.run(.entity(Tag.self)) { _, context in try context.count(Tag.all) }
            await halt.reached()
            stack.actions.suspend(.entity(Tag.self))
            halt.goOn()
            try await running.result()
            try expectEqual(next.state, .waiting, "the next action")
            stack.actions.resume()
            try expectEqual(try await next.result(), 1, "tags")
        },
        promise("While the stack is suspended actions wait, and those that only read can be let through") {
            bench in
            var reading = ContextOptions()
            reading.saves = .refuse
            let stack = bench.stack
            try await stack.suspend(lettingReadsThrough: true)
            let writing = stack.run(.entity(Tag.self)) { _, context in
                try context.insert(Tag(word: "t"))
                try context.save()
            }
            let read = stack.run(.entity(Book.self), options: reading) { _, context in
                try context.count(Tag.all)
            }
            try expectEqual(try await read.result(), 0, "tags while the stack is suspended")
            try expectEqual(writing.state, .waiting, "the action that writes")
            stack.resume()
            try await writing.result()
            try expectEqual(try await bench.words(in: stack), ["t"], "tags")
        },
    ]
}
