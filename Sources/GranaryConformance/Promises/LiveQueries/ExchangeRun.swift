import Granary

/// A random run of a stack whose stores are closed, exchanged and changed by others, while readers of every kind follow
/// it, some of them late.
///
/// Each row names its place, so that a row of another store is noticed at once.
struct ExchangeRun {
    private let bench: ConformanceBench
    private let stack: PersistentStack
    private var generator: SeededGenerator
    private let live: LiveRun
    private let shown: ShownTags
    private let told: ToldTags
    /// The place of the open stores.
    private var place = 0

    private static let shapes = LiveShape.all.filter { shape in
        ["tags ", "people ", "the youngest people", "the number of tags", "how many people"]
            .contains { shape.name.hasPrefix($0) }
    }

    /// Carries out a run.
    ///
    /// - Throws: ``ProgramFault`` if a reader gets a state that the open store never had, or not the current one.
    static func run(_ seed: UInt64, steps: Int, _ bench: ConformanceBench, patience: Duration) async throws {
        let stack = try bench.anotherStack(at: name(0, seed))
        try await bench.withStack(stack) { stack in
            var run = try await ExchangeRun(seed, bench, stack, patience)
            do {
                for _ in 0..<steps { try await run.step(seed) }
                try await run.settle()
            } catch {
                await run.live.close()
                throw error
            }
            await run.live.close()
        }
    }

    private init(
        _ seed: UInt64, _ bench: ConformanceBench, _ stack: PersistentStack, _ patience: Duration
    ) async throws {
        self.bench = bench
        self.stack = stack
        generator = SeededGenerator(seed: seed)
        live = LiveRun(
            stack, bench.topology,
            isOrdered: bench.harness.backend.type.capabilities.contains(.orderedSaves), closesStores: true,
            patience: patience)
        shown = await ShownTags(stack)
        told = ToldTags(stack)
        try await save()
        try await told.begin()
    }

    private static func name(_ place: Int, _ seed: UInt64) -> String { "exchanged\(place)x\(seed)" }

    // MARK: Steps

    private mutating func step(_ seed: UInt64) async throws {
        switch generator.below(10) {
        case 0, 1:
            let position = generator.below(4)
            let shape = Self.shapes[generator.below(Self.shapes.count)]
            let pace = generator.element(of: LiveReading.Pace.allCases) ?? .eager
            live.observe(position, shape, generator.below(5), pace)
        case 2: try await shown.load()
        case 3: try await settle()
        case 4, 5: try await reopen(seed)
        default:
            for _ in 0...generator.below(3) { try await save() }
        }
    }

    /// Closes the stores and opens those of the same place or another one, perhaps changed by others in between, and
    /// perhaps while a save is under way.
    private mutating func reopen(_ seed: UInt64) async throws {
        let next = generator.chance(2) ? place : 1 - place
        let stops = next == place && generator.chance(2)
        let changes = work()
        var late: Task<[[Value]], any Error>?
        if generator.chance(3) {
            late = Task { [stack, place] in try await Self.write(changes, place, stack) }
        }
        // Loaded objects are read again where the same stores are opened.
        if generator.chance(2) { try await shown.load() }
        if stops {
            try await stack.stop()
        } else {
            try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
        }
        let isChanged = generator.chance(2)
        if isChanged, bench.harness.backend.type.capabilities.contains(.persistent) {
            let changes = (0...generator.below(3)).map { _ in work() }
            try await bench.withStack(try bench.anotherStack(at: Self.name(next, seed))) { other in
                for change in changes { _ = try await Self.write(change, next, other) }
            }
        }
        if let late, let lines = try? await late.value { live.note(lines) }
        place = next
        if stops {
            try await stack.start()
        } else {
            try await stack.attachPersistentStores(for: try bench.configurations(at: Self.name(next, seed)))
        }
        live.noteOpened()
        try await note()
        try await told.end()
        try await told.begin()
    }

    /// Expects that every reader reaches the stored state.
    private mutating func settle() async throws {
        try await live.settle()
        let stored = try await Self.weights(in: stack)
        try await shown.check(stored)
        try await told.check(stored)
    }

    private func note() async throws {
        live.note(try await stack.perform { try Self.lines(in: $0) })
    }

    // MARK: Saves

    /// A change of one tag and one person.
    private struct Work: Sendable {
        var word: String
        var weight: Int?
        var person: Int
        var age: Int?
    }

    private mutating func work() -> Work {
        Work(
            word: "w\(generator.below(6))", weight: generator.chance(4) ? nil : generator.below(9) - 3,
            person: generator.below(5), age: generator.chance(4) ? nil : generator.below(7))
    }

    private mutating func save() async throws {
        let work = work()
        live.note(try await Self.write(work, place, stack))
    }

    /// Saves a change, and returns the state stored then.
    private static func write(_ work: Work, _ place: Int, _ stack: PersistentStack) async throws -> [[Value]]
    {
        try await stack.perform { context in
            // The same words at each place, as two users may have them; the weights distinguish the places.
            let weight = work.weight.map { $0 + 1_000 * place }
            if let tag = try context.object(Tag.self, work.word) {
                if work.weight == 0 { try context.delete(tag) } else { tag.weight = weight }
            } else {
                try context.insert(Tag(word: work.word, weight: weight))
            }
            if let person = try context.object(Person.self, work.person) {
                if work.age == 0 { try context.delete(person) } else { person.age = work.age }
            } else {
                try context.insert(Person(id: work.person, name: "place \(place)", age: work.age))
            }
            try context.save()
            return try lines(in: context)
        }
    }

    // MARK: What is stored

    private static func lines(in context: Context) throws -> [[Value]] {
        func lines<M: Model>(of type: M.Type) throws -> [[Value]] {
            guard let entity = context.schema.entity(of: type) else { return [] }
            return try context.fetch(M.all).map {
                try [.text(entity.name)] + $0.snapshot.columnValues(of: entity)
            }
        }
        return try lines(of: Tag.self) + lines(of: Person.self)
    }

    private static func weights(in stack: PersistentStack) async throws -> [String: Int?] {
        let tags = try await stack.perform { try $0.fetch(Tag.all).map { ($0.word, $0.weight) } }
        return Dictionary(uniqueKeysWithValues: tags)
    }
}
