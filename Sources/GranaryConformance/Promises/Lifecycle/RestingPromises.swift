import Granary

/// A stack at rest has its stores closed, and its next use opens them with what they hold.
enum RestingPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { everywhere(rest) + told + waking + crowds + others }

    // MARK: Rest

    private static let rest: [ConformancePromise] = [
        promise("A stack at rest has closed its stores, and the next unit of work finds what they hold") {
            bench in
            let stack = bench.stack
            try await bench.saveTag("kept", in: stack)
            try await stack.expectRest()
            if bench.harness.capabilities.isSuperset(of: [.persistent, .files]) {
                try expectEqual(OpenDescriptors.below(bench.directory), [], "open files")
            }
            try expectEqual(try await bench.words(in: stack), ["kept"], "tags")
            try expectEqual(stack.status.phase, .started, "the phase after it")
            try await bench.saveTag("later", in: stack)
            try expectEqual(try await bench.words(in: stack), ["kept", "later"], "tags at the end")
        },
        promise("A store that keeps nothing when it is closed stays open while its stack rests") { bench in
            let stack = bench.stack
            let isKept = bench.harness.capabilities.contains(.persistent)
            let before = try ["Tag", "Author"].map { try bench.store(of: $0, in: stack) }
            for round in 0..<3 {
                try await bench.saveTag("\(round)", in: stack)
                try await stack.expectRest()
                let states = stack.status.stores.map { "\($0.state)" }
                try expectEqual(Set(states), [isKept ? "attached" : "started"], "the states")
                try expectEqual(try await bench.words(in: stack).count, round + 1, "tags")
                for (name, store) in zip(["Tag", "Author"], before) {
                    let isSame = try bench.store(of: name, in: stack) === store
                    try expectEqual(isSame, !isKept, "whether the store of \(name) is the same")
                }
            }
        },
    ]

    private static let told: [ConformancePromise] = [
        promise("The status tells that a stack rests, and that it is started and takes work") { bench in
            let stack = bench.stack
            var statuses = stack.statuses.makeAsyncIterator()
            try await stack.expectRest()
            try expect(stack.isStarted && stack.isReady && stack.status.isReady, "it takes no work")
            try await stack.ready()
            try expectEqual(stack.status.phase, .resting, "the phase after it was asked")
            while let status = await statuses.next(), status.phase != .resting {}
            try await bench.saveTag("t", in: stack)
            while let status = await statuses.next(), status.phase != .started {}
            try expect(stack.status.stores.allSatisfy { "\($0.state)" == "started" }, "\(stack.status)")
        },
        promise("A stack at rest is healthy, and is not woken by being asked", .apart) { bench in
            let stack = bench.stack
            try await stack.expectRest()
            let health = await stack.health(within: .seconds(60))
            try expect(health.isHealthy && health.phase == .resting, "\(health)")
            try expectEqual(health.stores.map(\.name), ["Reference", "Operations"], "the stores")
            try expect(health.stores.allSatisfy { $0.answerTime == nil && $0.error == nil }, "\(health)")
            try expectEqual(stack.status.phase, .resting, "the phase after it was asked")
            try await bench.saveTag("t", in: stack)
            let awake = await stack.health(within: .seconds(60))
            try expect(awake.isHealthy && awake.phase == .started, "\(awake)")
            try expect(awake.stores.allSatisfy { $0.answerTime != nil }, "\(awake)")
        },
        promise(
            "A store that is opened again after a rest is not new", needs: .persistent,
            // One that keeps nothing and says that it is not new keeps it too.
            mayBeKeptByChance: true
        ) { bench in
            try await bench.saveTag("t", in: bench.stack)
            try await bench.stack.expectRest()
            try expectEqual(try await bench.words(in: bench.stack), ["t"], "tags")
            try expect(bench.stack.status.stores.allSatisfy { !$0.isNew }, "\(bench.stack.status)")
        },
    ]

    // MARK: Waking

    private static let waking: [ConformancePromise] = [
        promise("An action opens the stores of a stack at rest") { bench in
            try await bench.stack.expectRest()
            let action = bench.stack.run(.entity(Tag.self)) { _, context in
                try context.insert(Tag(word: "acted"))
                try context.save()
            }
            try await action.result()
            try expectEqual(try await bench.words(in: bench.stack), ["acted"], "tags")
        },
        promise("A context that a program makes opens the stores of a stack at rest") { bench in
            try await bench.saveTag("t", in: bench.stack)
            try await bench.stack.expectRest()
            let context = try bench.stack.makeContext()
            try expectEqual(try context.count(Tag.all), 1, "tags")
            try context.insert(Tag(word: "kept"))
            try context.save()
            try expectEqual(try await bench.words(in: bench.stack), ["kept", "t"], "tags at the end")
        },
        promise("The main context opens the stores of a stack at rest") { bench in
            try await bench.saveTag("t", in: bench.stack)
            try await bench.stack.expectRest()
            try await MainActor.run {
                try expectEqual(try bench.stack.mainContext.count(Tag.all), 1, "tags")
            }
            try expectEqual(bench.stack.status.phase, .started, "the phase")
        },
        promise("A live query opens the stores of a stack at rest") { bench in
            try await bench.saveTag("t", in: bench.stack)
            try await bench.stack.expectRest()
            var live = bench.stack.observe(Tag.all).makeAsyncIterator()
            try expectEqual(try await live.next()?.map(\.word), ["t"], "the first result")
            try await bench.saveTag("u", in: bench.stack)
            try expectEqual(try await live.next()?.map(\.word), ["t", "u"], "the next one")
        },
        promise("Changes of a stack at rest are those of the stores that are opened for them") { bench in
            try await bench.saveTag("before", in: bench.stack)
            try await bench.stack.expectRest()
            let observed = bench.stack.changes(of: Tag.self)
            try expectEqual(bench.stack.status.phase, .resting, "the phase until the first request")
            let first = Task {
                var changes = observed.makeAsyncIterator()
                return try await toldSave(&changes).inserted.map(\.word)
            }
            try await bench.saveTag("told", in: bench.stack)
            try expectEqual(try await first.value, ["told"], "the first change")
            let (found, _) = try await observed.read { try $0.count(Tag.all) }
            try expectEqual(found, 2, "tags of the same store")
        },
        promise("A stack at rest can be erased, and is opened for that") { bench in
            let configuration = bench.topology == .united ? "All" : "Operations"
            try await bench.saveTag("t", in: bench.stack)
            try await bench.stack.expectRest()
            try await bench.stack.eraseAll(in: configuration)
            try expectEqual(try await bench.words(in: bench.stack), [], "tags")
        },
        promise("Starting a stack at rest opens its stores") { bench in
            try await bench.stack.expectRest()
            try await bench.stack.start()
            try expectEqual(bench.stack.status.phase, .started, "the phase")
            try await bench.stack.expectRest()
            try await MainActor.run { try bench.stack.start() }
            try expectEqual(bench.stack.status.phase, .started, "the phase after the blocking form")
        },
    ]

    private static let crowds: [ConformancePromise] = [
        promise("All that come to a stack at rest at the same time are served") { bench in
            let stack = bench.stack
            for round in 0..<5 {
                try await stack.expectRest()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<12 {
                        group.addTask {
                            switch number % 4 {
                            case 0: try await bench.saveTag("\(round) \(number)", in: stack)
                            case 1: _ = try await bench.words(in: stack)
                            case 2: _ = try await stack.run(.general) { try $1.count(Tag.all) }.result()
                            default: _ = try stack.makeContext().count(Tag.all)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try expectEqual(try await bench.words(in: stack).count, 15, "tags")
        },
        promise("No work is lost where a stack goes to rest again and again while it is used") { bench in
            let stack = bench.stack
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        for number in 0..<20 { try await bench.saveTag("\(worker) \(number)", in: stack) }
                    }
                }
                group.addTask {
                    for _ in 0..<40 {
                        try await stack.rest()
                        await Task.yield()
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(try await bench.words(in: stack).count, 80, "tags")
        },
    ]

    // MARK: Others

    private static let others: [ConformancePromise] = [
        promise("A store at rest can be opened and changed by another stack", needs: .persistent) { bench in
            try await bench.saveTag("mine", in: bench.stack)
            try await bench.stack.expectRest()
            try await bench.withStack(try bench.anotherStack()) { other in
                try await bench.saveTag("theirs", in: other)
            }
            try expectEqual(try await bench.words(in: bench.stack), ["mine", "theirs"], "tags")
        },
        promise("A stack at rest whose stores were destroyed opens new ones", needs: .persistent) { bench in
            try await bench.saveTag("gone", in: bench.stack)
            try await bench.stack.expectRest()
            for configuration in try bench.configurations() {
                try bench.harness.backend.type.destroy(configuration)
            }
            try expectEqual(try await bench.words(in: bench.stack), [], "tags")
            try await bench.saveTag("new", in: bench.stack)
        },
    ]
}

extension PersistentStack {
    /// Sends the stack to rest, which nobody uses.
    func expectRest(line: Int = #line, file: String = #fileID) async throws {
        let rests = try await rest()
        try expect(rests, "the stack does not rest: \(status)", line: line, file: file)
        try expectEqual(status.phase, .resting, "the phase", line: line, file: file)
        try expectError(.suspended, "the open stores", line: line, file: file) { _ = try coordinator() }
    }

    /// Expects that the stack is in use, so that it is not sent to rest.
    func expectUse(line: Int = #line, file: String = #fileID) async throws {
        let rests = try await rest()
        try expect(!rests && !isUnused, "the stack rests, or nobody uses it", line: line, file: file)
        try expectEqual(status.phase, .started, "the phase", line: line, file: file)
    }
}
