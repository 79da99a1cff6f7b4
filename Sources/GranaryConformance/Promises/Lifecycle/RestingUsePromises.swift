import Granary

/// A stack rests when nobody has used it for its time: no work, no context, no reader and no action.
enum RestingUsePromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { use + time }

    // MARK: Use

    private static let use: [ConformancePromise] = [
        promise("A unit of work that runs keeps its stack from resting") { bench in
            let (stack, halt) = (bench.stack, Halt())
            defer { halt.goOn() }
            let work = await stack.beginSavingTag("running", behind: halt)
            try await stack.expectUse()
            halt.goOn()
            try await work.value
            try await stack.expectRest()
            try expectEqual(try await bench.words(in: stack), ["running"], "tags")
        },
        promise("A context that a program keeps keeps its stack from resting until it is released") { bench in
            try await bench.whileContextIsKept { try await bench.stack.expectUse() }
            try await bench.stack.expectRest()
        },
        promise("A child keeps its stack from resting as its parent does") { bench in
            var child: Context? = try bench.stack.makeContext().makeChild()
            try expectEqual(try child?.count(Tag.all), 0, "tags")
            try await bench.stack.expectUse()
            child = nil
            try await bench.stack.expectRest()
        },
        promise("A stack whose main context was used does not rest") { bench in
            try await bench.stack.expectRest()
            try await MainActor.run { _ = try bench.stack.mainContext }
            try await bench.stack.expectUse()
        },
        promise("A live query keeps its stack from resting as long as it has a reader") { bench in
            var readers = [
                bench.stack.observe(Tag.all).makeAsyncIterator(),
                bench.stack.observe(Tag.all).makeAsyncIterator(),
            ]
            for reader in readers.indices {
                try expectEqual(try await readers[reader].next()?.count, 0, "tags")
            }
            while !readers.isEmpty {
                try await bench.stack.expectUse()
                readers.removeLast()
            }
            try await bench.stack.expectRest()
        },
        promise("A reader of changes keeps its stack from resting") { bench in
            var changes: SavedChanges<Tag>? = bench.stack.changes(of: Tag.self)
            try await bench.stack.expectUse()
            try expect(changes != nil, "no changes")
            changes = nil
            try await bench.stack.expectRest()
        },
        promise("A live aggregate opens the stores of its stack, and keeps it from resting") { bench in
            try await bench.stack.expectRest()
            var sums = Optional(bench.stack.observe(Tag.all) { $0.weight.sum }.makeAsyncIterator())
            _ = try await sums?.next()
            try await bench.stack.expectUse()
            sums = nil
            try await bench.stack.expectRest()
        },
        promise("An action that waits keeps its stack from resting, until it is done or cancelled") { bench in
            let stack = bench.stack
            stack.actions.suspend()
            let first = stack.run(.entity(Tag.self)) { _, context in
                try context.insert(Tag(word: "first"))
                try context.save()
            }
            let second = stack.run(.general) { try $1.count(Tag.all) }
            try await stack.expectUse()
            second.cancel()
            try await stack.expectUse()
            stack.actions.resume()
            try await first.result()
            try await expectErrorAsync(.cancelled, "the second action") { _ = try await second.result() }
            try await stack.expectRest()
            stack.actions.suspend()
            stack.run(.general) { try $1.count(Tag.all) }.cancel()
            try await stack.awake()
            try await stack.expectRest()
        },
        promise("Asking a stack for its health is no use of it") { bench in
            try await bench.resting { stack, clock in
                await clock.nextWaking(after: .seconds(300))
                clock.advance(by: .seconds(299))
                let health = await stack.health(within: .seconds(3_600))
                try expect(health.isHealthy && health.phase == .started, "\(health)")
                try expectEqual(stack.lastUse, .zero, "the last use")
                clock.advance(by: .seconds(1))
                await stack.reached(.resting)
            }
        },
    ]

    // MARK: Time

    private static let time: [ConformancePromise] = [
        promise("A stack rests when nobody has used it for its time, and not before") { bench in
            try await bench.resting { stack, clock in
                await clock.nextWaking(after: .seconds(300))
                clock.advance(by: .seconds(200))
                try await bench.saveTag("used", in: stack)
                try expectEqual(stack.lastUse, .seconds(200), "the last use")
                clock.advance(by: .seconds(100))
                // The look finds the later use.
                await clock.nextWaking(after: .seconds(200))
                try expectEqual(stack.status.phase, .started, "the phase before its time")
                clock.advance(by: .seconds(200))
                await stack.reached(.resting)
                try expect(clock.isIdle, "somebody waits for a stack at rest")
                try expectEqual(try await bench.words(in: stack), ["used"], "tags")
            }
        },
        promise("The time of a stack begins anew when it has been woken") { bench in
            try await bench.resting { stack, clock in
                for round in 0..<3 {
                    await clock.nextWaking(after: .seconds(300))
                    clock.advance(by: .seconds(300))
                    await stack.reached(.resting)
                    clock.advance(by: .seconds(1_000))
                    try await bench.saveTag("\(round)", in: stack)
                }
                await clock.nextWaking(after: .seconds(300))
                try expectEqual(stack.status.phase, .started, "the phase")
            }
        },
        promise("The time of a stack begins when the context that a program kept is released") { bench in
            try await bench.resting { stack, clock in
                var context: Context? = try stack.makeContext()
                await clock.nextWaking(after: .seconds(300))
                clock.advance(by: .seconds(1_000))
                await clock.nextWaking(after: .seconds(300))
                try expectEqual(try context?.count(Tag.all), 0, "tags in the context")
                clock.advance(by: .seconds(100))
                context = nil
                try expectEqual(stack.lastUse, .seconds(1_100), "the last use")
                clock.advance(by: .seconds(200))
                await clock.nextWaking(after: .seconds(100))
                clock.advance(by: .seconds(100))
                await stack.reached(.resting)
            }
        },
        promise("The time of a stack begins when its last reader has gone") { bench in
            try await bench.resting { stack, clock in
                var live: LiveQuery<Tag>.Iterator? = stack.observe(Tag.all).makeAsyncIterator()
                try expectEqual(try await live?.next()?.count, 0, "tags")
                await clock.nextWaking(after: .seconds(300))
                clock.advance(by: .seconds(300))
                await clock.nextWaking(after: .seconds(300))
                clock.advance(by: .seconds(50))
                live = nil
                try expectEqual(stack.lastUse, .seconds(350), "the last use")
                clock.advance(by: .seconds(250))
                await clock.nextWaking(after: .seconds(50))
                clock.advance(by: .seconds(50))
                await stack.reached(.resting)
            }
        },
        promise("A stack that is stopped does not rest, and its time begins when it is started again") {
            bench in
            try await bench.resting { stack, clock in
                await clock.nextWaking(after: .seconds(300))
                try await stack.stop()
                clock.advance(by: .seconds(1_000))
                try expectEqual(stack.status.phase, .stopped, "the phase")
                try await stack.start()
                await clock.nextWaking(after: .seconds(300))
                clock.advance(by: .seconds(300))
                await stack.reached(.resting)
            }
        },
        promise("A stack without a time does not rest by itself") { bench in
            let clock = DrivenClock()
            let stack = try bench.anotherStack(at: "awake", clock: clock)
            try await bench.withStack(stack) { stack in
                try await bench.saveTag("t", in: stack)
                try expect(clock.isIdle && stack.lastUse == nil, "it waits for its rest")
                try await stack.expectRest()
                try expectEqual(try await bench.words(in: stack), ["t"], "tags")
                try expect(clock.isIdle, "it waits for another rest")
                try await stack.destroyPersistentStores()
            }
        },
    ]
}

extension ConformanceBench {
    /// Runs a closure with a stack that rests after five minutes without use, by a clock that stands still.
    func resting(
        _ body: @Sendable (PersistentStack, DrivenClock) async throws -> Void
    ) async throws {
        let clock = DrivenClock()
        var settings = harness.settings
        settings.restsAfter = .seconds(300)
        try await withStack(try anotherStack(at: "resting", settings: settings, clock: clock)) { stack in
            try await body(stack, clock)
            try await stack.destroyPersistentStores()
        }
    }

    /// Runs a closure while a context of the promise's stack exists that nobody uses.
    func whileContextIsKept(_ body: @Sendable () async throws -> Void) async throws {
        let context = try stack.makeContext()
        try expectEqual(try context.count(Tag.all), 0, "tags in a kept context")
        try await body()
        withExtendedLifetime(context) {}
    }
}

extension PersistentStack {
    /// Waits until the stack is in a phase.
    func reached(_ phase: StackStatus.Phase) async {
        for await status in statuses where status.phase == phase { return }
    }
}
