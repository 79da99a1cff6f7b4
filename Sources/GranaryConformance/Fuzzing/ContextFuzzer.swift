import Granary

/// Runs random programs of several contexts at once, and checks the promises of contexts after each step.
///
/// Contexts insert, change, relate, delete, fetch, save, collide, roll back, undo, and have children. What they show and
/// store is foreseen in plain Swift; ``Programs`` says which steps a program has. A failure holds the smallest program
/// found that fails too, and its seed repeats it.
public struct ContextFuzzer: Sendable {
    /// A kind of program; for each of them, a seed gives the same program in every release.
    public enum Programs: String, Sendable, CaseIterable {
        /// Two units of work change and query the kit's models. All results, and what a new context sees after each
        /// save, are those of a stack of reference stores.
        case requests
        /// The same, and they observe, reconcile and read pages: a live query gives results of stored states, and in the
        /// end of the last one; reconciling does what plain Swift foresees.
        case observers
        /// The same, and they merge by rule, have children and undo: every outcome of a merge and every open conflict is
        /// foreseen; a child shows its parent's content, its save brings the parent to the child's content, and undo and
        /// redo restore the content from before.
        case mergers
        /// Main contexts, units of work, editors and children, each with its own merge policy, fail and leave too. Both
        /// sides of a relationship agree, no reference leads nowhere, a context shows one state of its store and its own
        /// changes, acknowledged saves are stored, refused ones have left nothing, no conflict is waived, and a context
        /// that was rolled back saves again.
        case unitsOfWork
        /// Contexts of one store or two delete objects and insert others with their keys in one save, pair them one to
        /// one, undo, save in the background and do something during that. Each is compared with itself, at points in
        /// time between which its content may not have changed, and with the results of its saves.
        case replacements
    }

    /// The seeds of a run: fixed ones and a random one, or those of the environment.
    public static let seeds = ConformanceEffort.current.seeds(16, long: 2_000)

    /// The seeds of a run of short programs in ranges of fifty: the first ones, and random ones in a long run, or those
    /// of the environment.
    public static func seeds(_ count: Int, long: Int) -> [Range<UInt64>] {
        let effort = ConformanceEffort.current
        if let seed = effort.seed { return [seed..<(seed + 1)] }
        let start = UInt64.random(in: 1_000_000...999_000_000)
        func ranges(_ start: UInt64, _ count: Int) -> [Range<UInt64>] {
            stride(from: start, to: start + UInt64(count), by: 50).map {
                $0..<Swift.min($0 + 50, start + UInt64(count))
            }
        }
        return ranges(1, count) + (effort.isLong ? ranges(start, long) : [])
    }

    /// The backend under test.
    public var harness: ConformanceHarness
    /// The kind of the programs.
    public var programs: Programs
    /// How many steps a program has after the stores are filled.
    public var steps: Int

    /// Makes a fuzzer.
    public init(_ harness: ConformanceHarness, _ programs: Programs = .mergers) {
        self.harness = harness
        self.programs = programs
        steps =
            switch programs {
            case .requests: 80
            case .unitsOfWork: 40
            case .observers, .mergers, .replacements: 48
            }
    }

    /// Runs the programs of some seeds; the first that fails ends it.
    public func run(seeds: Range<UInt64>) async throws {
        for seed in seeds { try await run(seed: seed).get() }
    }

    /// Runs the program of one seed; a failure holds the smallest program found that fails too.
    public func run(seed: UInt64) async -> Result<Void, ConformanceFailure> {
        do {
            let program = try program(seed)
            guard let fault = try await fault(of: program) else { return .success(()) }
            let (smallest, last) = try await shrink(program, fault)
            return .failure(
                ConformanceFailure(
                    .broken, "Seed \(seed) of \(programs) on \(harness.label), \(last)\n\(smallest)"))
        } catch {
            return .failure(
                ConformanceFailure(
                    .setUp, "The program of seed \(seed) of \(programs) could not be run.", cause: error))
        }
    }

    /// The rule that the program of a seed breaks, if any, without making the program smaller.
    public func brokenRule(seed: UInt64) async throws -> String? {
        try await fault(of: program(seed))?.fault.rule
    }

    private func program(_ seed: UInt64) throws -> ContextProgram {
        var program: ContextProgram
        switch programs {
        case .unitsOfWork:
            var generator = ClubProgramGenerator(seed: seed)
            return generator.program(steps: steps)
        case .replacements:
            var generator = RailwayProgramGenerator(seed: seed)
            program = generator.program(steps: steps)
        case .requests, .observers, .mergers:
            var generator = try ContextProgramGenerator(seed: seed)
            program =
                switch programs {
                case .requests: generator.program(steps: steps)
                case .observers: generator.observingProgram(steps: steps)
                default: generator.mergingProgram(steps: steps)
                }
        }
        program.topology = try possible(program.topology)
        return program
    }

    /// A topology in which stacks do the same: two stores where configurations cannot share one, and one store where a
    /// save of two would not be prepared in both.
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

    // MARK: Faults

    /// The first fault of a program, and the position of its step; `nil` where the end of the program shows it.
    private typealias Found = (step: Int?, fault: ProgramFault)

    /// `patience` is how long the result of a live query is waited for.
    private func fault(of program: ContextProgram, patience: Duration = .seconds(20)) async throws -> Found? {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        let place = try await ProgramPlace(program, harness, directory.path)
        let reference =
            program.models == .library
            ? try await ProgramPlace(program, harness.onReference, directory.path + "-reference") : nil
        let found = try await fault(of: program, place, reference, patience)
        try await reference?.tearDown()
        try await place.tearDown()
        return found
    }

    private func fault(
        of program: ContextProgram, _ place: ProgramPlace, _ reference: ProgramPlace?, _ patience: Duration
    ) async throws -> Found? {
        let run = ContextRun(program, place, patience: program.models == .library ? patience : nil)
        let other = reference.map { ContextRun(program, $0, patience: nil) }
        try await run.begin()
        try await other?.begin()
        var found: Found?
        for (position, step) in program.steps.enumerated() {
            let outcome = await run.outcome(of: step)
            if var fault = outcome.fault {
                fault.detail = "step \(position + 1): \(fault.detail)"
                found = (position, fault)
                break
            }
            guard let other else { continue }
            let expected = await other.outcome(of: step)
            // As in a program for sessions: invalid requests come from making programs smaller.
            if case .failed(.query) = expected.result, outcome == expected { break }
            if step.isTakenKey(outcome.result, expected.result) { break }
            if outcome != expected {
                found = (position, Self.difference(outcome, expected, position))
                break
            }
        }
        let isOver = found != nil || other != nil
        if !isOver, let fault = await run.finish() { found = (nil, fault) }
        await run.close()
        await other?.close()
        return found
    }

    private static func difference(
        _ outcome: ContextRun.Outcome, _ expected: ContextRun.Outcome, _ position: Int
    ) -> ProgramFault {
        let kinds = "\(outcome.result.code ?? "values") instead of \(expected.result.code ?? "values")"
        let detail =
            outcome.result == expected.result
            ? "stored \(ProgramText.text(outcome.stored)) instead of \(ProgramText.text(expected.stored))"
            : "\(outcome.result) instead of \(expected.result)"
        return ProgramFault(
            "a stack differs from one on the reference store: \(kinds)", "step \(position + 1): \(detail)")
    }

    private func shrink(
        _ program: ContextProgram, _ first: Found
    ) async throws -> (ContextProgram, ProgramFault) {
        func cut(_ program: ContextProgram, _ found: Found) -> ContextProgram {
            var program = program
            if let step = found.step { program.steps = Array(program.steps.prefix(step + 1)) }
            return program
        }
        var (smallest, fault, tries, isDone) = (cut(program, first), first.fault, 0, false)
        let start = ContinuousClock.now
        while !isDone {
            isDone = true
            for candidate in smallest.smaller where tries < 1_500 && .now - start < .seconds(90) {
                tries += 1
                guard let found = try? await self.fault(of: candidate, patience: .seconds(1)),
                    found.fault.rule == fault.rule
                else { continue }
                (smallest, fault, isDone) = (cut(candidate, found), found.fault, false)
                break
            }
        }
        return (smallest, fault)
    }
}

extension ConformanceHarness {
    /// The same on the reference store.
    fileprivate var onReference: ConformanceHarness {
        let backend = reference
        return ConformanceHarness(backend) { name, place in
            StoreConfiguration(
                name: name, type: backend.type.type, location: place.directory, file: place.store)
        }
    }
}

extension ContextRun.Outcome.Result: CustomStringConvertible {
    /// The outcome for people.
    var description: String {
        switch self {
        case .values(let rows): ProgramText.text(rows)
        case .failed(let code): "the error \(code.rawValue)"
        case .wrong(let fault): "\(fault)"
        }
    }

    /// The code of an error.
    fileprivate var code: String? { if case .failed(let code) = self { code.rawValue } else { nil } }
}

extension ContextStep {
    /// Whether two stacks found out at different times that a key is taken: at the insertion where the object of the
    /// key is loaded, else at the save.
    ///
    /// The loaded objects depend on the part of a request that a store leaves to the core, so the two diverge from
    /// there.
    fileprivate func isTakenKey(
        _ left: ContextRun.Outcome.Result, _ right: ContextRun.Outcome.Result
    ) -> Bool {
        guard case .insert = action else { return false }
        return [left, right] == [.failed(.constraint), .values([])]
            || [left, right] == [.values([]), .failed(.constraint)]
    }
}
