import Granary

/// Programs that delete keys and insert them again in one save.
extension ContextFuzzer {
    /// The seeds of programs that replace objects, in ranges of fifty: the first ones, and random ones in a long run,
    /// or those of the environment.
    public static func replacingSeeds(_ count: Int, long: Int) -> [Range<UInt64>] {
        UnitOfWorkFuzzer.seeds(count, long: long)
    }

    /// Runs the programs of some seeds that replace objects, in up to five contexts of the backend's stack, with one
    /// store or two; the first that fails ends it.
    ///
    /// They delete objects and insert others with their keys in one save, pair them one to one, undo, save in the
    /// background and do something during that, meet conflicts, and use children. Each context is compared with itself,
    /// at points in time between which its content may not have changed, and with the results of its saves.
    public func runReplacing(seeds: Range<UInt64>) async throws {
        for seed in seeds { try await runReplacing(seed: seed).get() }
    }

    /// Runs the program of one seed; a failure holds the smallest program found that fails too.
    public func runReplacing(seed: UInt64) async -> Result<Void, ConformanceFailure> {
        do {
            let program = replacingProgram(seed)
            guard let fault = try await fault(of: program) else { return .success(()) }
            let (smallest, last) = try await shrink(program, fault)
            return .failure(
                ConformanceFailure(.broken, "Seed \(seed) on \(harness.label): \(last)\n\(smallest)"))
        } catch {
            return .failure(
                ConformanceFailure(.setUp, "The program of seed \(seed) could not be run.", cause: error))
        }
    }

    /// The rule that the replacing program of a seed breaks, if any, without making the program smaller.
    public func brokenReplacingRule(seed: UInt64) async throws -> String? {
        try await fault(of: replacingProgram(seed))?.rule
    }

    private func replacingProgram(_ seed: UInt64) -> ReplacingProgram {
        var generator = ReplacingProgramGenerator(seed: seed)
        var program = generator.program(steps: steps)
        // A save that is not prepared in both stores may be stored in one.
        if !harness.capabilities.contains(.staging) { program.topology = .united }
        return program
    }

    private func fault(of program: ReplacingProgram) async throws -> WorkFault? {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        let configurations = try RailwayModels.configurationNames(program.topology).map {
            // Where stores have no separate names, each has a separate place.
            try harness.placement(
                $0, ConformancePlace(directory: "\(directory.path)/\($0)", store: $0.lowercased()))
        }
        let stack = try PersistentStack(
            RailwayModels.schema(program.topology), registry: StoreRegistry(backends: [harness.backend]),
            settings: harness.settings)
        try await stack.attachPersistentStores(for: configurations)
        try await stack.start()
        let fault = await ReplacingRun(stack, program).fault(of: program)
        try await stack.close()
        for configuration in configurations { try harness.backend.type.destroy(configuration) }
        return fault
    }

    private func shrink(
        _ program: ReplacingProgram, _ first: WorkFault
    ) async throws -> (ReplacingProgram, WorkFault) {
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
