import Granary

/// Stopping, suspending, detaching and closing concern one stack; what would take a store from others is refused.
enum SharedLifePromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] { ends + suspending + running + destroying + moving }

    // MARK: Ends

    private static let ends: [ConformancePromise] = [
        promise("A stack that stops, starts, detaches and closes leaves the others at work") { bench in
            let there = try bench.sharer()
            let names = there.attachedStores.map(\.name)
            let steps: [@Sendable () async throws -> Void] = [
                { try await there.start() }, { try await there.stop() }, { try await there.start() },
                { try await there.detachPersistentStores(names) },
                { try await there.attachPersistentStores(for: bench.configurations()) },
                { try await there.suspend() }, { try await there.stop() }, { try await there.close() },
            ]
            let context = try bench.stack.makeContext()
            for (number, step) in steps.enumerated() {
                try await step()
                try expect(bench.stack.isReady, "the first stack is not ready after step \(number)")
                try context.insert(Tag(word: "kept \(number)"))
                try context.save()
                try await bench.saveTag("tag \(number)", in: bench.stack)
            }
            try expectEqual(try await bench.words(in: bench.stack).count, 2 * steps.count, "tags")
        },
        promise("A closed stack takes no work, and the others do") { bench in
            let there = try bench.sharer()
            try await there.start()
            let context = try there.makeContext()
            try await there.close()
            try await expectErrorAsync(.closed, "a unit of work") { try await bench.saveTag("no", in: there) }
            try expectError(.closed, "a kept context") { _ = try context.count(Tag.all) }
            try await expectErrorAsync(.closed, "starting") { try await there.start() }
            try await bench.saveTag("yes", in: bench.stack)
            try expectEqual(try await bench.words(in: bench.stack), ["yes"], "tags")
        },
        promise("The stack that others share with is closed like any other") { bench in
            let first = try bench.anotherStack(at: "other")
            try await first.start()
            let second = try bench.sharer(of: first, bench.configurations(at: "other"))
            try await bench.withStack(second) { second in
                try await bench.saveTag("first", in: first)
                try await first.close()
                try await bench.saveTag("second", in: second)
                try expectEqual(try await bench.words(in: second), ["first", "second"], "tags")
                try await second.destroyPersistentStores()
            }
        },
        promise("A stack that is let go without being closed has its stores no longer") { bench in
            do {
                let there = try bench.sharer()
                try await there.start()
                try await bench.saveTag("there", in: there)
                try await expectErrorAsync(.locked, "destroying") {
                    try await bench.stack.destroyPersistentStores()
                }
            }
            try expectEqual(try await bench.words(in: bench.stack), ["there"], "tags")
            // What runs for the stack may let it go a little later.
            while true {
                do {
                    try await bench.stack.destroyPersistentStores()
                    break
                } catch GranaryError.Code.locked { await Task.yield() }
            }
            try await bench.stack.start()
            try expectEqual(try await bench.words(in: bench.stack), [], "tags of the new store")
        },
        promise("A shared store can be erased by each of its stacks") { bench in
            try await bench.sharing { here, there in
                for (erasing, other) in [(here, there), (there, here)] {
                    try await bench.saveTag("tag", in: other)
                    try await erasing.eraseAll(in: "Operations")
                    try expectEqual(try await bench.words(in: other), [], "tags")
                }
                try bench.expectOneStore(here, there)
            }
        },
    ]

    // MARK: Suspending

    private static let suspending: [ConformancePromise] = [
        promise("A suspended stack keeps its work waiting, and no other one's") { bench in
            try await bench.sharing { here, there in
                try await there.suspend()
                try expect(here.isReady && !there.isReady, "which stack is suspended")
                let work = Task { try await bench.saveTag("there", in: there) }
                for number in 0..<5 { try await bench.saveTag("here \(number)", in: here) }
                try expectEqual(try await bench.words(in: here).count, 5, "tags before")
                there.resume()
                try await work.value
                try expectEqual(try await bench.words(in: here).count, 6, "tags after")
            }
        },
        promise("A suspended stack is told what another one saves meanwhile") { bench in
            try await bench.sharing { here, there in
                try await bench.save(in: here) { try $0.insert(Tag(word: "one", weight: 1)) }
                let context = try there.makeContext()
                let tag = try context.existing(Tag.self, "one")
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await there.suspend()
                try here.weigh("one", 2)
                try expectEqual(try await toldSave(&changes).updated.map(\.after.weight), [2], "told")
                there.resume()
                try context.refreshAll()
                try expectEqual(tag.weight, 2, "the weight in the kept context")
            }
        },
        promise("Suspending one stack does not wait for the work of another") { bench in
            try await withBusy(bench) { here, _ in
                try await here.suspend()
                here.resume()
            }
        },
    ]

    // MARK: Running work

    private static let running: [ConformancePromise] = [
        promise("Stopping and detaching do not wait for the work of another stack in the same store") {
            bench in
            try await withBusy(bench) { here, busy in
                try await here.stop()
                try await here.start()
                try bench.expectOneStore(here, busy)
                try await here.detachPersistentStores(here.attachedStores.map(\.name))
                try await here.attachPersistentStores(for: bench.configurations())
                try bench.expectOneStore(here, busy)
            }
        },
        promise("Stopping a stack cancels its own work, and no other one's") { bench in
            try await withBusy(bench) { here, _ in
                let begun = AsyncStream<Void>.makeStream()
                let task = Task {
                    try await here.perform { context in
                        begun.continuation.finish()
                        while true { _ = try context.count(Tag.all) }
                    }
                }
                for await _ in begun.stream {}
                try await here.stop(running: .cancel)
                try await expectErrorAsync(.cancelled, "the first stack's work") { try await task.value }
                try await here.start()
            }
        },
        promise("A stack waits for its own work before it leaves a shared store") { bench in
            let there = try bench.sharer()
            try await there.start()
            let halt = Halt()
            defer { halt.goOn() }
            let task = await there.beginSavingTag("running", behind: halt)
            try await expectErrorAsync(.timeout, "stopping") {
                try await there.stop(running: .wait(upTo: .milliseconds(5)))
            }
            async let closing: Void = there.close()
            halt.goOn()
            try await task.value
            try await closing
            try expectEqual(try await bench.words(in: bench.stack), ["running"], "tags")
        },
    ]

    /// Runs a closure with a stack, and another one that shares its stores and is busy in them until afterwards.
    private static func withBusy(
        _ bench: ConformanceBench,
        _ body: @Sendable (_ here: PersistentStack, _ busy: PersistentStack) async throws -> Void
    ) async throws {
        try await bench.sharing { here, busy in
            let halt = Halt()
            defer { halt.goOn() }
            let task = Task {
                try await busy.perform { context in
                    _ = try context.count(Tag.all)
                    halt.stop()
                    try context.insert(Tag(word: "busy"))
                    try context.save()
                }
            }
            await halt.reached()
            try await body(here, busy)
            halt.goOn()
            try await task.value
            try expectEqual(try await bench.words(in: here), ["busy"], "tags")
        }
    }

    // MARK: Destroying

    private static let destroying: [ConformancePromise] = [
        promise("A store that another stack has open is not destroyed, and everything stays as it was") {
            bench in
            try await bench.sharing { here, there in
                try await bench.saveTag("kept", in: here)
                let error = try await expectErrorAsync(.locked, "destroying the stores") {
                    try await here.destroyPersistentStores()
                }
                try expect(error.context.store != nil, "the store is not named")
                try await expectErrorAsync(.locked, "destroying one, or both") {
                    try await here.destroyPersistentStores(["Reference", "Operations"])
                }
                try await expectErrorAsync(.locked, "destroying the stack") { try await here.destroy() }
                try expect(here.isReady && there.isReady, "a stack is not ready")
                try bench.expectOneStore(here, there)
                try await bench.saveTag("later", in: there)
                try expectEqual(try await bench.words(in: here), ["kept", "later"], "tags")
            }
        },
        promise("A stopped stack does not destroy a store that another one has open") { bench in
            try await bench.sharing { here, there in
                try await bench.saveTag("kept", in: there)
                try await here.stop()
                try await expectErrorAsync(.locked, "destroying") { try await here.destroyPersistentStores() }
                try expectEqual(try await bench.words(in: there), ["kept"], "tags")
                try await here.start()
                try expectEqual(try await bench.words(in: here), ["kept"], "tags")
            }
        },
        promise("A stack that has a store alone destroys it, and the others of the group make a new one") {
            bench in
            let there = try bench.sharer()
            try await bench.withStack(there) { try await bench.saveTag("there", in: $0) }
            try await bench.stack.destroyPersistentStores()
            try await bench.stack.start()
            try await bench.sharing { here, there in
                try bench.expectOneStore(here, there)
                try expectEqual(try await bench.words(in: there), [], "tags")
            }
        },
        promise(
            "Work that starts another stack at a store which waits to be destroyed ends, and keeps the store"
        ) {
            bench in
            try await withWorkThatStarts(bench) { try await $0.destroyPersistentStores() }
        },
        promise("A stack destroys its own store beside a shared one", .apart) { bench in
            try await bench.sharingReference { here, there in
                for stack in [here, there] { try await bench.saveTag("tag", in: stack) }
                try await expectErrorAsync(.locked, "destroying the shared store") {
                    try await there.destroyPersistentStores(["Reference"])
                }
                try await there.destroyPersistentStores(["Operations"])
                try expectEqual(there.attachedStores.map(\.name), ["Reference"], "attached")
                try expectEqual(try await bench.words(in: here), ["tag"], "tags of the other store")
                try expectEqual(try await there.perform { try $0.count(Author.all) }, 0, "authors")
            }
        },
    ]

    // MARK: Moving

    private static let moving: [ConformancePromise] = [
        promise(
            "A store that another stack has open is not moved, and moves once it is alone", needs: .moving
        ) {
            bench in
            let there = try bench.sharer()
            try await bench.withStack(there) { there in
                try await bench.saveTag("kept", in: there)
                let error = try await expectErrorAsync(.locked, "moving") {
                    try await move(bench, there, "moved")
                }
                try expect(error.message.contains("moved"), error.message)
                try await bench.saveTag("later", in: there)
                try await bench.stack.stop()
                try await move(bench, there, "moved")
                try expectEqual(try await bench.words(in: there), ["kept", "later"], "tags")
                // The first stack makes a store at the old place, which is another one.
                try await bench.stack.start()
                try expectEqual(try await bench.words(in: bench.stack), [], "tags at the old place")
                try await bench.stack.stop()
                try await there.destroyPersistentStores()
            }
            try await bench.stack.start()
        },
        promise("A store does not move to a place where another stack has one open", needs: .moving) {
            bench in
            let there = try bench.sharer(bench.configurations(at: "other"))
            try await bench.withStack(there) { there in
                try await bench.saveTag("there", in: there)
                try await bench.saveTag("here", in: bench.stack)
                try await expectErrorAsync(.locked, "moving") { try await move(bench, bench.stack, "other") }
                try expectEqual(try await bench.words(in: there), ["there"], "tags there")
                try expectEqual(try await bench.words(in: bench.stack), ["here"], "tags here")
                try await there.destroyPersistentStores()
            }
        },
        promise(
            "Work that starts another stack at a store which waits to be moved ends, and keeps the store",
            needs: .moving
        ) { bench in
            try await withWorkThatStarts(bench) { try await move(bench, $0, "moved") }
        },
        promise("A moved store is shared at its new place", needs: .moving) { bench in
            let first = try bench.anotherStack(at: "first")
            try await bench.withStack(first) { first in
                try await bench.saveTag("kept", in: first)
                try await move(bench, first, "second")
                let second = try bench.sharer(of: first, bench.configurations(at: "second"))
                try await bench.withStack(second) { second in
                    try bench.expectOneStore(first, second)
                    var changes = second.changes(of: Tag.self).makeAsyncIterator()
                    try await bench.saveTag("told", in: first)
                    try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["told"], "told")
                }
                try await first.destroyPersistentStores()
            }
        },
    ]

    /// Runs a change that waits for work, which then starts another stack that shares the stores; they stay open.
    private static func withWorkThatStarts(
        _ bench: ConformanceBench, _ change: @escaping @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        let (here, there) = (bench.stack, try bench.sharer())
        let halt = Halt()
        defer { halt.goOn() }
        let work = await here.beginWork(behind: halt) { context in
            try there.start()
            try context.insert(Tag(word: "kept"))
            try context.save()
        }
        let changing = Task { try await change(here) }
        // From then on it waits for the work.
        for await status in here.statuses where !status.isReady { break }
        halt.goOn()
        try await work.value
        try await expectErrorAsync(.locked, "the change") { try await changing.value }
        try bench.expectOneStore(here, there)
        try expectEqual(try await bench.words(in: here), ["kept"], "tags")
        try await there.close()
        try expect(here.isReady, "the stack is not ready")
    }

    /// Moves the store of both configurations.
    private static func move(_ bench: ConformanceBench, _ stack: PersistentStack, _ place: String)
        async throws
    {
        try await stack.moveStore(named: "Operations", to: bench.configuration("Operations", at: place))
    }
}
