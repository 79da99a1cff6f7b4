import Granary

/// Saves of all stacks in a shared store are told to each of them once, in the order of the commits.
enum SharedOrderPromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] { late + races + programs }

    // MARK: Late saves

    private static let late: [ConformancePromise] = [
        promise(
            "A save whose thread is late is told to all stacks before those that were committed after it",
            needs: .orderedSaves
        ) { bench in
            for isReversed in [false, true] {
                try await bench.delayed { here, delay in
                    try await bench.withStack(try bench.sharer(of: here)) { there in
                        let stacks = isReversed ? [there, here] : [here, there]
                        try await tellInOrder(stacks[0], stacks[1], delay, "\(isReversed)")
                    }
                }
            }
        },
        promise("A late save in a store of one stack holds back no save in another's", .apart) { bench in
            try await bench.delayed { here, delay in
                let own = try bench.own("Operations")
                let there = try bench.sharer(of: here, [bench.configuration("Reference"), own])
                try await bench.withStack(there) { there in
                    var mine = here.changes(of: Tag.self).makeAsyncIterator()
                    var theirs = there.changes(of: Tag.self).makeAsyncIterator()
                    let late = await LateSave(there, delay) { try $0.insert(Tag(word: "late")) }
                    try await bench.saveTag("early", in: here)
                    try expectEqual(try await toldSave(&mine).inserted.map(\.word), ["early"], "told here")
                    try await late.end()
                    try expectEqual(try await toldSave(&theirs).inserted.map(\.word), ["late"], "told there")
                }
                try bench.harness.backend.type.destroy(own)
            }
        },
        promise("An update of one stack that is told late does not undo what another one saved after it") {
            bench in
            let isOrdered = bench.harness.backend.type.capabilities.contains(.orderedSaves)
            try await bench.delayed { here, delay in
                try await bench.withStack(try bench.sharer(of: here)) { there in
                    try await bench.save(in: here) { try $0.insert(Tag(word: "one", weight: 1)) }
                    var sums = there.observe(Tag.all) { $0.weight.sum }.makeAsyncIterator()
                    var last = try await sums.next()
                    let late = await LateSave(here, delay) { try $0.existing(Tag.self, "one").weight = 2 }
                    try there.weigh("one", 3)
                    if !isOrdered { last = try await sums.next() }
                    try await late.end()
                    try await bench.save(in: there) { try $0.insert(Tag(word: "two", weight: 1_000)) }
                    while last != 1_003 { last = try await sums.next() }
                    try expectEqual(try here.weight("one"), 3, "the stored weight")
                }
            }
        },
    ]

    /// Expects that two stacks are told a late save of the first before one that the second makes after it.
    private static func tellInOrder(
        _ first: PersistentStack, _ second: PersistentStack, _ delay: CommitDelay, _ name: String
    ) async throws {
        var readers = [first, second].map { $0.changes(of: Tag.self).makeAsyncIterator() }
        let words = ["one \(name)", "two \(name)"]
        let late = await LateSave(first, delay) { try $0.insert(Tag(word: words[0])) }
        try await second.perform { context in
            try expect(try context.object(Tag.self, words[0]) != nil, "the first save is not committed")
            try context.insert(Tag(word: words[1]))
            try context.save()
        }
        try await late.end()
        for reader in readers.indices {
            for word in words {
                let told = try await toldSave(&readers[reader]).inserted.map(\.word)
                try expectEqual(told, [word], "the save told to stack \(reader)")
            }
        }
    }

    // MARK: Races

    private static let races: [ConformancePromise] = [
        promise("While several stacks save at once, each is told every save once") { bench in
            try await withStacks(bench) { stacks in
                let wanted = Set(stacks.indices.flatMap { writer in (0..<8).map { "tag \(writer) \($0)" } })
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for stack in stacks {
                        let changes = stack.changes(of: Tag.self)
                        group.addTask {
                            var told: [String] = []
                            for try await change in changes {
                                told += change.inserted.map(\.word)
                                if told.count >= wanted.count { break }
                            }
                            try expectEqual(told.count, wanted.count, "saves told")
                            try expectEqual(Set(told), wanted, "tags told")
                        }
                    }
                    for (writer, stack) in stacks.enumerated() {
                        group.addTask {
                            for number in 0..<8 {
                                try await bench.saveTag("tag \(writer) \(number)", in: stack)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        },
        promise(
            "While several stacks change one object at once, each is told its values in their order",
            needs: .orderedSaves, mayBeKeptByChance: true
        ) { bench in
            try await withStacks(bench) { stacks in
                try await bench.save { try $0.insert(Tag(word: "one", weight: 0)) }
                try await withThrowingTaskGroup(of: [Int].self) { group in
                    for stack in stacks {
                        let changes = stack.changes(of: Tag.self)
                        group.addTask { try await values(changes) }
                    }
                    try await change("one", in: stacks, times: 10)
                    try await bench.save { try $0.existing(Tag.self, "one").weight = -1 }
                    var all: Set<[Int]> = []
                    for try await values in group { all.insert(values) }
                    try expectEqual(all.count, 1, "different courses of the values")
                }
            }
        },
        promise(
            "While several stacks save at once, each result of a live query is a state that the store had",
            needs: .orderedSaves, mayBeKeptByChance: true
        ) { bench in
            try await withStacks(bench) { stacks in
                try await bench.save { context in
                    for word in ["left", "right"] { try context.insert(Tag(word: word, weight: 0)) }
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for stack in stacks {
                        for delivery in [LiveDelivery.latest, .every(buffer: 100)] {
                            let query = stack.observe(Tag.all, delivery)
                            group.addTask {
                                for try await result in query {
                                    try expectEqual(result.compactMap(\.weight).reduce(0, +), 0, "the sum")
                                    if result.first?.weight == 1_000 { return }
                                }
                            }
                        }
                    }
                    try await balance(stacks)
                    try await bench.save(.importer) { try balance(1_000, $0) }
                    try await group.waitForAll()
                }
            }
        },
    ]

    /// Reads the weights of the only tag until the last one; each save must begin with the value of the one before.
    private static func values(_ changes: SavedChanges<Tag>) async throws -> [Int] {
        var values = [0]
        var number: Int64 = 0
        for try await change in changes {
            let update = try unwrap(change.updated.first, "a changed tag")
            try expectEqual(update.before.weight, values.last, "the weight before")
            let next = try unwrap(change.number, "the number of the save")
            try expect(next > number, "the number \(next) after \(number)")
            number = next
            values.append(update.after.weight ?? 0)
            if values.last == -1 { break }
        }
        return values
    }

    /// Gives a tag other weights in all stacks at once.
    private static func change(_ word: String, in stacks: [PersistentStack], times: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (writer, stack) in stacks.enumerated() {
                group.addTask {
                    for number in 1...times {
                        try await stack.perform(importer) { context in
                            try context.existing(Tag.self, word).weight = 100 * (writer + 1) + number
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Changes two tags, whose weights are in balance, in all stacks at once.
    private static func balance(_ stacks: [PersistentStack]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (writer, stack) in stacks.enumerated() {
                group.addTask {
                    for number in 1...8 {
                        try await stack.perform(importer) { context in
                            try balance(100 * (writer + 1) + number, context)
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func balance(_ weight: Int, _ context: Context) throws {
        try context.existing(Tag.self, "left").weight = weight
        try context.existing(Tag.self, "right").weight = -weight
    }

    private static var importer: ContextOptions {
        var options = ContextOptions.importer
        options.retries = 50
        return options
    }

    /// Runs a closure with three stacks that share the promise's stores.
    private static func withStacks(
        _ bench: ConformanceBench, _ body: @escaping @Sendable ([PersistentStack]) async throws -> Void
    ) async throws {
        try await bench.sharing { here, there in
            try await bench.withStack(try bench.sharer()) { try await body([here, there, $0]) }
        }
    }

    // MARK: Programs

    private static let programs: [ConformancePromise] = [
        promise("Each stack is told what random saves of all have stored, while stacks come and go") {
            bench in
            for seed in ConformanceEffort.current.seeds(2, long: 100) {
                do { try await run(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        },
        promise("What a stack reads of a shared store goes on with the saves of another that are told later")
        {
            bench in
            try await bench.sharing { here, there in
                async let writing: [String: Int?] = write(here)
                let told = ToldTags(there)
                try await told.begin()
                try await told.check(try await writing)
            }
        },
    ]

    private static func write(_ stack: PersistentStack) async throws -> [String: Int?] {
        var stored: [String: Int?] = [:]
        for number in 0..<20 {
            let word = "w\(number % 6)"
            let weight = number % 5 == 4 ? nil : number
            try await stack.saveTag(word, weighing: weight)
            stored[word] = .some(weight)
        }
        return stored
    }

    /// Runs random steps in the promise's stack and two that share its stores.
    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        let stacks = [bench.stack, try bench.sharer(), try bench.sharer()]
        for stack in stacks.dropFirst() { try await stack.start() }
        do {
            try await run(seed, bench, stacks)
            for stack in stacks.dropFirst() { try await stack.close() }
        } catch {
            for stack in stacks.dropFirst() { try? await stack.close() }
            throw error
        }
        try await bench.stack.eraseAll(in: try bench.entity("Tag").configuration)
    }

    private static func run(_ seed: UInt64, _ bench: ConformanceBench, _ stacks: [PersistentStack])
        async throws
    {
        var generator = SeededGenerator(seed: seed)
        var program = TagProgram()
        var told = stacks.map { ToldTags($0) }
        for reader in told { try await reader.begin() }
        for _ in 0..<30 {
            let position = generator.below(stacks.count)
            if position > 0, generator.chance(6) {
                // It leaves while others go on.
                try await stacks[position].stop()
                try await program.step(&generator, in: stacks[0])
                try await stacks[position].start()
                told[position] = ToldTags(stacks[position])
                try await told[position].begin()
            } else {
                try await program.step(&generator, in: stacks[position])
            }
            if generator.chance(4) {
                for reader in told { try await reader.check(program.stored) }
            }
        }
        for (reader, stack) in zip(told, stacks) {
            try await reader.check(program.stored)
            let tags = try await stack.perform { try $0.fetch(Tag.all).map { ($0.word, $0.weight) } }
            try expectEqual(Dictionary(uniqueKeysWithValues: tags), program.stored, "the stored tags")
        }
    }
}
