import Granary

/// Stacks that share have the same threads and telemetry, and do not wait for each other without need.
enum SharedThreadPromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static let promises: [ConformancePromise] = [
        promise("Stacks that share work on the threads of one") { bench in
            var settings = bench.harness.settings
            settings.workers = 2
            let first = try bench.anotherStack(at: "other", settings: settings)
            let stores = try bench.configurations(at: "other")
            // Settings of their own, which concern no threads.
            settings.workers = 16
            let others = try (0..<3).map { _ in try bench.sharer(of: first, stores, settings: settings) }
            let stacks = [first] + others
            for stack in stacks { try await stack.start() }
            let gate = ThreadGate()
            var tasks: [Task<Void, any Error>] = []
            do {
                defer { gate.open() }
                for stack in stacks.prefix(2) {
                    let begun = AsyncStream<Void>.makeStream()
                    tasks.append(
                        Task {
                            try await stack.perform { _ in
                                begun.continuation.finish()
                                gate.pass()
                            }
                        })
                    for await _ in begun.stream {}
                }
                let gauge = EventLog()
                for stack in stacks.suffix(2) {
                    tasks.append(Task { try await stack.perform { _ in _ = gauge.enter() } })
                }
                for _ in 0..<100 { await Task.yield() }
                try expectEqual(gauge.total, 0, "units of work on other threads")
            }
            for task in tasks { try await task.value }
            for stack in others { try await stack.close() }
            try await first.destroyPersistentStores()
            try await first.close()
        },
        promise("A crowd of stacks does its work, and no more of it at once than there are threads") {
            bench in
            let (gauge, most) = (EventLog(), bench.harness.settings.workers)
            let stacks = try (0..<12).map { _ in try bench.sharer() }
            for stack in stacks { try await stack.start() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, stack) in (stacks + stacks).enumerated() {
                    group.addTask {
                        try await stack.perform { context in
                            gauge.enter()
                            defer { gauge.leave() }
                            try context.insert(Tag(word: "tag \(number)"))
                            try context.save()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expect(gauge.most <= most, "\(gauge.most) units of work at once, on \(most) threads")
            for stack in stacks { try await stack.close() }
            try expectEqual(try await bench.words(in: bench.stack).count, 24, "tags")
        },
        promise("A unit of work can stop and start another stack that shares its store") { bench in
            try await bench.sharing { here, there in
                try await here.perform { context in
                    try context.insert(Tag(word: "before"))
                    try context.save()
                    try there.stop()
                    try context.insert(Tag(word: "between"))
                    try context.save()
                    try there.start()
                }
                try expectEqual(try await bench.words(in: there), ["before", "between"], "tags")
            }
        },
        promise("What stacks that share do is reported to the telemetry of the first") { bench in
            try await bench.watched { here, watch in
                try await bench.withStack(try bench.sharer(of: here)) { there in
                    watch.clear()
                    try await bench.saveTag("there", in: there)
                    let commits = watch.spans.filter { $0.name.hasPrefix("commit") }
                    try expectEqual(commits.count, 1, "commits reported")
                }
                let closed = watch.spans.filter { $0.name.hasPrefix("close") }
                try expectEqual(closed.map(\.name), [], "stores closed while the first stack has them")
            }
        },
        promise(
            "Stacks that attach, detach, start, stop and destroy at random never hold each other up", .apart
        ) {
            bench in
            for seed in ConformanceEffort.current.seeds(1, long: 50) {
                do { try await run(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
            try await bench.saveTag("at last", in: bench.stack)
            try expectEqual(try await bench.words(in: bench.stack), ["at last"], "tags")
        },
    ]

    // MARK: Random changes

    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
        let first = try PersistentStack(bench.schema(), registry: registry, settings: bench.harness.settings)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<3 as Range<UInt64> {
                let stack = try bench.sharer(of: first, [])
                group.addTask {
                    var generator = SeededGenerator(seed: seed * 10 + worker)
                    for _ in 0..<15 { try await step(&generator, stack, bench) }
                    try await stack.close()
                }
            }
            try await group.waitForAll()
        }
        for configuration in try bench.configurations(at: "random") {
            try await first.attachPersistentStore(for: configuration)
        }
        try await first.start()
        try await bench.saveTag("t", in: first)
        try await first.destroyPersistentStores()
        try await first.close()
    }

    private static func step(
        _ generator: inout SeededGenerator, _ stack: PersistentStack, _ bench: ConformanceBench
    ) async throws {
        let stores = try bench.configurations(at: "random")
        let unopenable = StoreConfiguration(
            name: generator.pick("Reference", "Operations"), type: Unopenable.type)
        let attached = Set(stack.attachedStores.map(\.name))
        let choice = generator.below(7)
        do {
            switch choice {
            case 0: try await stack.start()
            case 1: try await stack.stop()
            case 2:
                try await stack.attachPersistentStores(for: stores.filter { !attached.contains($0.name) })
            case 3 where !attached.contains(unopenable.name):
                let others = stores.filter { $0.name != unopenable.name && !attached.contains($0.name) }
                try await stack.attachPersistentStores(for: others + [unopenable])
            case 4: try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
            case 5: try await stack.destroyPersistentStores()
            default: try await bench.saveTag("tag \(generator.next())", in: stack)
            }
        } catch let error as GranaryError {
            // Others have the store, it cannot be opened, or the stack has none.
            if ![.locked, .io, .closed].contains(error.code) { throw error }
        }
    }
}
