import Granary

/// A stack at rest can be stopped, suspended and closed, its stores can come and go, and it shares them with others.
enum RestingLifePromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { ends + suspension + changes + moving + sharing }

    /// The options of a unit of work that saves nothing.
    private static var reading: ContextOptions {
        var options = ContextOptions()
        options.saves = .refuse
        return options
    }

    // MARK: Ends

    private static let ends: [ConformancePromise] = [
        promise("A stack at rest can be stopped, and is then started as any other") { bench in
            let stack = bench.stack
            let isKept = bench.harness.capabilities.contains(.persistent)
            try await bench.saveTag("t", in: stack)
            try await stack.expectRest()
            try await stack.stop()
            try expectEqual(stack.status.phase, .stopped, "the phase")
            try expect(!stack.isStarted && !stack.isReady, "it is started")
            try expect(stack.status.stores.allSatisfy { "\($0.state)" == "attached" }, "\(stack.status)")
            try await expectErrorAsync(.closed, "work") { _ = try await bench.words(in: stack) }
            try expectError(.closed, "a context") { _ = try stack.makeContext() }
            let rests = try await stack.rest()
            try expect(!rests, "a stopped stack rests")
            try await stack.start()
            try expectEqual(try await bench.words(in: stack), isKept ? ["t"] : [], "tags")
        },
        promise("A stack at rest can be closed for good") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            try await stack.expectRest()
            try await stack.close()
            try expectEqual(stack.status.phase, .closed, "the phase")
            try await expectErrorAsync(.closed, "work") { _ = try await bench.words(in: stack) }
            try expectError(.closed, "a context") { _ = try stack.makeContext() }
            let rests = try await stack.rest()
            try expect(!rests, "a closed stack rests")
            try await stack.destroyPersistentStores()
        },
        promise("A stack at rest can be destroyed with its stores") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            try await bench.saveTag("gone", in: stack)
            try await stack.expectRest()
            try await stack.destroyPersistentStores()
            try expectEqual(stack.status.phase, .stopped, "the phase")
            try await stack.start()
            try expectEqual(try await bench.words(in: stack), [], "tags")
            try await stack.expectRest()
            try await stack.destroy()
            try expectEqual(stack.status.phase, .destroyed, "the phase at the end")
            try await expectErrorAsync(.destroyed, "work") { _ = try await bench.words(in: stack) }
        },
        promise("Stopping a stack refuses the work that was about to wake it, or lets it end first") {
            bench in
            let stack = bench.stack
            for round in 0..<10 {
                try await stack.expectRest()
                let work = Task { try await bench.saveTag("\(round)", in: stack) }
                if round % 2 == 0 { await Task.yield() }
                try await stack.stop()
                do { try await work.value } catch GranaryError.Code.closed {}
                try expectEqual(stack.status.phase, .stopped, "the phase")
                try await stack.start()
            }
        },
    ]

    // MARK: Suspension

    private static let suspension: [ConformancePromise] = [
        promise("Work waits while a stack at rest is suspended, and wakes it when it is resumed") { bench in
            let stack = bench.stack
            try await stack.expectRest()
            try await stack.suspend()
            try expectEqual(stack.status.phase, .suspended, "the phase")
            try expect(stack.isStarted && !stack.isReady, "it takes work")
            let work = Task { try await bench.saveTag("t", in: stack) }
            for _ in 0..<50 { await Task.yield() }
            try expectError(.suspended, "a context") { _ = try stack.makeContext() }
            try expectError(.suspended, "the open stores") { _ = try stack.coordinator() }
            stack.resume()
            try await work.value
            try expectEqual(try await bench.words(in: stack), ["t"], "tags")
        },
        promise("Reading that is let through opens the stores of a stack at rest, and what may save waits") {
            bench in
            let stack = bench.stack
            try await bench.saveTag("t", in: stack)
            try await stack.expectRest()
            try await stack.suspend(lettingReadsThrough: true)
            let work = Task { try await bench.saveTag("u", in: stack) }
            try expectEqual(try await stack.perform(reading) { try $0.count(Tag.all) }, 1, "tags")
            try expectEqual(stack.status.phase, .suspended, "the phase")
            stack.resume()
            try await work.value
            try expectEqual(try await bench.words(in: stack), ["t", "u"], "tags at the end")
        },
        promise("A suspended stack rests, and work that waited for it wakes it") { bench in
            let stack = bench.stack
            try await stack.suspend()
            let work = Task { try await bench.saveTag("t", in: stack) }
            for _ in 0..<50 { await Task.yield() }
            let rests = try await stack.rest()
            try expect(rests && stack.status.phase == .suspended, "\(stack.status)")
            stack.resume()
            try await work.value
            try expectEqual(stack.status.phase, .started, "the phase")
        },
        promise("Work that waits for a stack at rest can be cancelled") { bench in
            let stack = bench.stack
            try await stack.expectRest()
            try await stack.suspend()
            let work = Task { try await bench.saveTag("t", in: stack) }
            work.cancel()
            try await expectErrorAsync(.cancelled, "the work") { try await work.value }
            stack.resume()
            try expectEqual(try await bench.words(in: stack), [], "tags")
        },
    ]

    // MARK: Stores that come and go

    private static let changes: [ConformancePromise] = [
        promise("A store is attached to a stack at rest as to one that is awake", .apart) { bench in
            let stack = bench.stack
            try await bench.saveTag("t", in: stack)
            try await stack.detachPersistentStore("Reference")
            try await stack.expectRest()
            try await stack.attachPersistentStore(for: bench.configuration("Reference"))
            try expectEqual(stack.status.phase, .started, "the phase")
            try await bench.save(in: stack) { try $0.insert(Author(id: 1, name: "Ada")) }
            try expectEqual(try await bench.words(in: stack), ["t"], "tags")
        },
        promise("A store is detached from a stack at rest, which rests on", .apart) { bench in
            let stack = bench.stack
            try await bench.saveTag("t", in: stack)
            try await stack.expectRest()
            try await stack.detachPersistentStore("Reference")
            try expectEqual(stack.status.phase, .resting, "the phase")
            try expectEqual(stack.status.store("Reference").map { "\($0.state)" }, "detached", "its state")
            try expectEqual(try await bench.words(in: stack), ["t"], "tags")
            try await expectErrorAsync(.closed, "authors") {
                _ = try await stack.perform { try $0.count(Author.all) }
            }
            try await stack.attachPersistentStore(for: bench.configuration("Reference"))
        },
        promise("A store of a stack at rest is destroyed, and the others rest on", .apart) { bench in
            let stack = try bench.anotherStack(at: "other")
            try await bench.withStack(stack) { stack in
                try await bench.saveTag("t", in: stack)
                try await bench.save(in: stack) { try $0.insert(Author(id: 1, name: "Ada")) }
                try await stack.expectRest()
                try await stack.destroyPersistentStores(["Reference"])
                try expectEqual(stack.status.phase, .resting, "the phase")
                try expectEqual(try await bench.words(in: stack), ["t"], "tags")
                try await stack.attachPersistentStore(for: bench.configuration("Reference", at: "other"))
                try expectEqual(try await stack.perform { try $0.count(Author.all) }, 0, "authors")
                try await stack.destroyPersistentStores()
            }
        },
    ]

    private static let moving: [ConformancePromise] = [
        MovingPromises.moves("A store of a stack at rest moves, and the next use finds it") { scene in
            try await scene.fill()
            let before = try await scene.dump()
            try await scene.stack.expectRest()
            try await scene.move(to: "second")
            try expectEqual(scene.stack.status.phase, .resting, "the phase")
            try scene.expectNothing(at: "first")
            try expectEqual(try await scene.dump(), before, "what it holds")
        }
    ]

    // MARK: Sharing

    private static let sharing: [ConformancePromise] = [
        promise("A shared store stays open for the others while one stack rests") { bench in
            try await bench.sharing { here, there in
                let store = try bench.store(of: "Tag", in: there)
                try await bench.saveTag("before", in: here)
                try await here.expectRest()
                try expect(try bench.store(of: "Tag", in: there) === store, "another store is open")
                try await bench.saveTag("meanwhile", in: there)
                try expectEqual(here.status.phase, .resting, "the phase of the first stack")
                try expectEqual(try await bench.words(in: here), ["before", "meanwhile"], "tags")
                try bench.expectOneStore(here, there)
            }
        },
        promise("A shared store is closed when its last stack rests, and either opens it again") { bench in
            try await bench.sharing { here, there in
                try await bench.saveTag("0", in: here)
                for round in 1...4 {
                    try await here.expectRest()
                    try await there.expectRest()
                    if bench.harness.capabilities.isSuperset(of: [.persistent, .files]) {
                        try expectEqual(OpenDescriptors.below(bench.directory), [], "open files")
                    }
                    try await bench.saveTag("\(round)", in: round % 2 == 0 ? here : there)
                    try expectEqual(try await bench.words(in: here).count, round + 1, "tags here")
                    try expectEqual(try await bench.words(in: there).count, round + 1, "tags there")
                    try bench.expectOneStore(here, there)
                }
            }
        },
        promise("Changes of a stack at rest begin with any row where another stack has the store open") {
            bench in
            try await bench.sharing { here, there in
                let isKept = bench.harness.capabilities.contains(.persistent)
                try await here.expectRest()
                var changes = here.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("meanwhile", in: there)
                let first = try await toldSave(&changes)
                try expectEqual(first.isWhole, isKept, "whether any row may have changed")
                try await bench.saveTag("told", in: there)
                try expectEqual(
                    try await toldSave(&changes).inserted.map(\.word), ["told"], "the next change")
            }
        },
        promise("A live query of a stack that was at rest follows what the others save") { bench in
            try await bench.sharing { here, there in
                try await here.expectRest()
                try await bench.saveTag("a", in: there)
                var live = here.observe(Tag.all).makeAsyncIterator()
                try expectEqual(try await live.next()?.map(\.word), ["a"], "the first result")
                try await bench.saveTag("b", in: there)
                try expectEqual(try await live.next()?.map(\.word), ["a", "b"], "the next one")
                try await there.expectRest()
                try await bench.saveTag("c", in: here)
                try expectEqual(try await live.next()?.map(\.word), ["a", "b", "c"], "the last one")
            }
        },
        promise("A store that only a stack at rest has is destroyed by another one", needs: .persistent) {
            bench in
            try await bench.sharing { here, there in
                try await bench.saveTag("gone", in: here)
                try await expectErrorAsync(.locked, "while it is open") {
                    try await there.destroyPersistentStores()
                }
                try await here.expectRest()
                try await there.destroyPersistentStores()
                try expectEqual(try await bench.words(in: here), [], "tags")
                try await there.start()
                try bench.expectOneStore(here, there)
            }
        },
    ]
}
