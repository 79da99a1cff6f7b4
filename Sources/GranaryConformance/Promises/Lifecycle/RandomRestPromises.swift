import Granary

/// Stacks that share a store, and that rest whenever nobody uses them, hold what was saved in either.
enum RandomRestPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static let promises: [ConformancePromise] = [
        promise(
            "Random saves, uses and rests of two stacks that share lose nothing, and only unused ones rest"
        ) {
            bench in
            for seed in ConformanceEffort.current.seeds(2, long: 200) {
                do { try await run(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
                try await bench.stack.eraseAll(in: try bench.entity("Tag").configuration)
            }
        }
    ]

    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        try await bench.sharing { here, there in
            var (generator, program) = (SeededGenerator(seed: seed), TagProgram())
            let stacks = [here, there]
            var readers: [LiveQuery<Tag>.Iterator?] = [nil, nil]
            var isWaiting = [false, false]
            for _ in 0..<40 {
                let position = generator.below(2)
                let stack = stacks[position]
                switch generator.below(8) {
                case 0: isWaiting[position] = try await toggleAction(isWaiting[position], in: stack)
                case 1:
                    if readers[position] == nil {
                        readers[position] = try await reader(of: program, in: stack)
                    } else {
                        readers[position] = nil
                    }
                case 2: try expectEqual(try stack.makeContext().count(Tag.all), program.stored.count, "tags")
                case 3, 4:
                    let isUsed = readers[position] != nil || isWaiting[position]
                    // An action that may not begin yet opens no store.
                    let wasAtRest = stack.status.phase == .resting
                    let rests = try await stack.rest()
                    try expectEqual(rests, !isUsed || wasAtRest, "whether the stack \(position) rests")
                default: try await program.step(&generator, in: stack)
                }
                if generator.chance(3) {
                    let words = try await bench.words(in: stacks[generator.below(2)])
                    try expectEqual(words, program.stored.keys.sorted(), "the stored tags")
                }
            }
            for (stack, isWaiting) in zip(stacks, isWaiting) where isWaiting {
                _ = try await toggleAction(true, in: stack)
            }
        }
    }

    /// A reader of all tags that has read the stored ones.
    private static func reader(
        of program: TagProgram, in stack: PersistentStack
    ) async throws -> LiveQuery<Tag>.Iterator {
        var reader = stack.observe(Tag.all).makeAsyncIterator()
        let words = try await reader.next()?.map(\.word)
        try expectEqual(words, program.stored.keys.sorted(), "the tags of a reader")
        return reader
    }

    /// Makes an action wait in a stack, or lets it go; returns whether one waits.
    private static func toggleAction(_ isWaiting: Bool, in stack: PersistentStack) async throws -> Bool {
        if isWaiting {
            stack.actions.resume()
            // It is behind the one that waits.
            _ = try await stack.run(.entity(Tag.self)) { try $1.count(Tag.all) }.result()
        } else {
            stack.actions.suspend()
            stack.run(.entity(Tag.self)) { try $1.count(Tag.all) }
        }
        return !isWaiting
    }
}
