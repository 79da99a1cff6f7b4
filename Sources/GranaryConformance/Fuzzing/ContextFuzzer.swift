import Granary

/// Runs random units of work in two contexts of a backend's stack, and of a stack of reference stores, in
/// step.
///
/// The units insert, change, relate, delete, fetch, save, roll back and collide; the results of every step, and the
/// content that a new context sees after every save, have to be the same. They also observe, reconcile and read pages:
/// results of live queries have to be those of some stored state, and in the end of the last one; results of
/// reconciling have to be those that a model in plain Swift foresees. They merge by rule: the outcome of every change
/// and the open conflicts are foreseen too. And they use children and undo: a child shows its parent's content, its
/// save brings the parent to the child's content, and undo and redo restore the content from before. Failures are
/// reported as by ``ConformanceFuzzer``.
public struct ContextFuzzer: Sendable {
    /// The seeds of a run: fixed ones and a random one, or those of the environment.
    public static let seeds = ConformanceEffort.current.seeds(16, long: 2_000)

    /// The backend under test.
    public var harness: ConformanceHarness
    /// How many steps a program has after the stores are filled.
    public var steps = 48

    /// Whether programs observe, reconcile and read pages; without that a seed gives the program it gave before they
    /// did.
    public var observes = true

    /// Whether programs that observe also merge by rule, have children, and undo; without that a seed gives the program
    /// it gave before they did.
    public var merges = true

    /// Makes a fuzzer.
    public init(_ harness: ConformanceHarness) { self.harness = harness }

    private var reference: ConformanceHarness {
        let backend = harness.reference
        return ConformanceHarness(backend) { name, place in
            StoreConfiguration(
                name: name, type: backend.type.type, location: place.directory, file: place.store)
        }
    }

    /// Where two stacks differ.
    fileprivate struct Difference {
        var step: Int
        var actual: ContextRun.Outcome
        var expected: ContextRun.Outcome
    }

    /// Runs the program of one seed; a failure holds the smallest program found that fails too.
    public func run(seed: UInt64) async -> Result<Void, ConformanceFailure> {
        do {
            var generator = try ContextProgramGenerator(seed: seed)
            var program = program(&generator)
            program.topology = try possible(program.topology)
            guard let difference = try await firstDifference(program) else { return .success(()) }
            var smallest = program
            smallest.steps = Array(program.steps.prefix(difference.step + 1))
            try await shrink(&smallest, difference)
            return .failure(try await report(seed, smallest))
        } catch {
            return .failure(
                ConformanceFailure(.setUp, "The program of seed \(seed) could not be run.", cause: error))
        }
    }

    private func program(_ generator: inout ContextProgramGenerator) -> ContextProgram {
        if !observes { return generator.program(steps: steps) }
        return merges ? generator.mergingProgram(steps: steps) : generator.observingProgram(steps: steps)
    }

    /// A topology in which both stacks do the same: two stores where configurations cannot share one, and one
    /// store where a save of two would not be prepared in both.
    private func possible(_ topology: ConformanceTopology) throws -> ConformanceTopology {
        if try topology == .united || (topology == .together && sharesStores) { return topology }
        return harness.capabilities.contains(.staging) ? .apart : .united
    }

    /// Whether two configurations at the same place are one store.
    private var sharesStores: Bool {
        get throws {
            let place = ConformancePlace(directory: "/tmp", store: "shared")
            let locations = try ConformanceModels.configurationNames(.together).map {
                try harness.backend.type.location(of: harness.placement($0, place))
            }
            return locations.first != .some(nil) && Set(locations).count == 1
        }
    }

    /// `patience` is how long the result of a live query is waited for.
    private func firstDifference(
        _ program: ContextProgram, patience: Duration = .seconds(20)
    ) async throws -> Difference? {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        let tested = try ConformanceBench(
            harness: harness, topology: program.topology, directory: directory.path)
        let reference = try ConformanceBench(
            harness: reference, topology: program.topology, directory: directory.path + "-reference")
        let live = LiveRun(tested, patience: patience)
        let difference = try await Self.difference(program, tested, reference, live)
        try await tested.tearDown()
        try await reference.tearDown()
        return difference
    }

    private static func difference(
        _ program: ContextProgram, _ tested: ConformanceBench, _ reference: ConformanceBench, _ live: LiveRun
    ) async throws -> Difference? {
        let left = try ContextRun(tested, program.policies, live)
        let right = try ContextRun(reference, program.policies, nil)
        let difference = await difference(program, left, right)
        await left.close()
        await right.close()
        return difference
    }

    private nonisolated(nonsending) static func difference(
        _ program: ContextProgram, _ left: ContextRun, _ right: ContextRun
    ) async -> Difference? {
        for (position, step) in program.steps.enumerated() {
            let (actual, expected) = (await left.outcome(of: step), await right.outcome(of: step))
            // As in a program for sessions: invalid requests come from making programs smaller.
            if case .failed(.query) = expected, actual == expected { return nil }
            if step.isTakenKey(actual, expected) { return nil }
            if actual != expected || actual.isWrong {
                return Difference(step: position, actual: actual, expected: expected)
            }
            guard step.maySave else { continue }
            let (after, wanted) = (left.committed(), right.committed())
            if after != wanted { return Difference(step: position, actual: after, expected: wanted) }
        }
        return nil
    }

    private func shrink(_ program: inout ContextProgram, _ difference: Difference) async throws {
        var (tries, isDone) = (0, false)
        let start = ContinuousClock.now
        while !isDone {
            isDone = true
            for candidate in program.smaller where tries < 1_500 && .now - start < .seconds(90) {
                tries += 1
                guard let found = try? await firstDifference(candidate, patience: .seconds(1)),
                    found.isLike(difference)
                else {
                    continue
                }
                program = candidate
                program.steps = Array(candidate.steps.prefix(found.step + 1))
                isDone = false
                break
            }
        }
    }

    private func report(_ seed: UInt64, _ program: ContextProgram) async throws -> ConformanceFailure {
        let difference = try await firstDifference(program)
        return ConformanceFailure(
            .broken,
            """
            Seed \(seed): a stack on \(harness.backend.type.type) differs from one on the reference store in step \
            \((difference?.step ?? -1) + 1) of
            \(program)
              expected \(difference.map { "\($0.expected)" } ?? "no difference the second time")
              got      \(difference.map { "\($0.actual)" } ?? "")
            """)
    }
}

extension ContextFuzzer.Difference {
    fileprivate func isLike(_ other: Self) -> Bool {
        Self.isLike(actual, other.actual) && Self.isLike(expected, other.expected)
    }

    private static func isLike(_ left: ContextRun.Outcome, _ right: ContextRun.Outcome) -> Bool {
        switch (left, right) {
        case (.failed(let code), .failed(let before)): code == before
        case (.failed, _), (_, .failed): false
        case (.wrong, .wrong): true
        case (.wrong, _), (_, .wrong): false
        default: true
        }
    }
}

extension ContextStep {
    /// Whether two stacks found out at different times that a key is taken: at the insertion where the object of the
    /// key is loaded, else at the save.
    ///
    /// The loaded objects depend on the part of a request that a store leaves to the core, so the two diverge from
    /// there.
    fileprivate func isTakenKey(_ left: ContextRun.Outcome, _ right: ContextRun.Outcome) -> Bool {
        guard case .insert = action else { return false }
        return [left, right] == [.failed(.constraint), .values([])]
            || [left, right] == [.values([]), .failed(.constraint)]
    }
}
