import Granary

/// Runs random programs of two to four contexts at once, and checks the promises of contexts after each step.
///
/// Main contexts, units of work, editors and children insert, change, relate, delete, save, fail, roll back, undo and
/// leave, each with its own merge policy. No other store is asked: both sides of a relationship agree, no reference
/// leads nowhere, a context shows one state of its store and its own changes, acknowledged saves are stored, refused
/// ones have left nothing, no conflict is waived, and a context that was rolled back saves again. A failure holds the
/// smallest program found that fails too.
public struct UnitOfWorkFuzzer: Sendable {
    /// The seeds of a run in ranges of fifty: the first ones, and random ones in a long run, or those of the
    /// environment.
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
    /// How many steps a program has after the store is filled.
    public var steps = 40

    /// Makes a fuzzer.
    public init(_ harness: ConformanceHarness) { self.harness = harness }

    /// Runs the programs of some seeds; the first that fails ends it.
    public func run(seeds: Range<UInt64>) async throws {
        for seed in seeds { try await run(seed: seed).get() }
    }

    /// Runs the program of one seed.
    public func run(seed: UInt64) async -> Result<Void, ConformanceFailure> {
        do {
            var generator = WorkProgramGenerator(seed: seed)
            let program = generator.program(steps: steps)
            guard let fault = try await fault(of: program) else { return .success(()) }
            let (smallest, last) = try await shrink(program, fault)
            return .failure(
                ConformanceFailure(.broken, "Seed \(seed) on \(harness.label): \(last)\n\(smallest)"))
        } catch {
            return .failure(
                ConformanceFailure(.setUp, "The program of seed \(seed) could not be run.", cause: error))
        }
    }

    /// The rule that the program of a seed breaks, if any, without making the program smaller.
    public func brokenRule(seed: UInt64) async throws -> String? {
        var generator = WorkProgramGenerator(seed: seed)
        return try await fault(of: generator.program(steps: steps))?.rule
    }

    private func fault(of program: WorkProgram) async throws -> WorkFault? {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        let configuration = try harness.placement(
            WorkModels.configuration, ConformancePlace(directory: directory.path, store: "work"))
        let stack = try PersistentStack(
            WorkModels.schema(), registry: StoreRegistry(backends: [harness.backend]),
            settings: harness.settings)
        try await stack.attachPersistentStore(for: configuration)
        try await stack.start()
        let fault = try Self.fault(of: program, in: stack)
        try await stack.close()
        try harness.backend.type.destroy(configuration)
        return fault
    }

    private static func fault(of program: WorkProgram, in stack: PersistentStack) throws -> WorkFault? {
        let run = try WorkRun(stack, program)
        defer { run.close() }
        do {
            for step in program.steps { try run.carryOut(step) }
            try run.finish()
            return nil
        } catch let fault as WorkFault {
            return fault
        } catch {
            return WorkFault("an error that no step can cause", "\(error)")
        }
    }

    private func shrink(_ program: WorkProgram, _ first: WorkFault) async throws -> (WorkProgram, WorkFault) {
        var (smallest, fault, tries, isDone) = (program, first, 0, false)
        while !isDone, tries < 1_500 {
            isDone = true
            for candidate in smallest.smaller where tries < 1_500 {
                tries += 1
                guard let found = try await self.fault(of: candidate), found.rule == fault.rule else {
                    continue
                }
                (smallest, fault, isDone) = (candidate, found, false)
                break
            }
        }
        return (smallest, fault)
    }
}

extension WorkProgram: CustomStringConvertible {
    /// The contexts and the steps, a line each.
    var description: String {
        let heads = contexts.enumerated().map { position, role in
            "  context \(position): \(role.kind), \(role.policy)"
                + (role.parent.map { ", child of \($0)" } ?? "")
                + (role.savesThrough ? ", saves through" : "")
                + (role.keepsHistory ? ", keeps a history" : "")
        }
        let lines = steps.enumerated().map { "  \($0 + 1). context \($1.context): \(Self.text($1.action))" }
        return (heads + lines).joined(separator: "\n")
    }

    private static func text(_ action: WorkStep.Action) -> String {
        "\(action)".replacing("GranaryConformance.", with: "").replacing("WorkKind.", with: "")
            .replacing("WorkList.", with: "").replacing("WorkReference.", with: "")
    }
}
