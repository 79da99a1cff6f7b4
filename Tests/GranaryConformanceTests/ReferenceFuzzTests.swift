import Granary
import GranaryConformance
import Testing

/// The fuzzer finds nothing where the store under test is another reference store: programs mean one thing only.
@Suite struct ReferenceFuzzTests {
    @Test(.timeLimit(.minutes(5)), arguments: ConformanceFuzzer.seeds)
    func programsMeanOneThing(seed: UInt64) throws {
        try ConformanceFuzzer(ReferenceConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(5)), arguments: ContextFuzzer.seeds)
    func contextProgramsMeanOneThing(seed: UInt64) async throws {
        try await ContextFuzzer(ReferenceConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(5)), arguments: ContextFuzzer.seeds(50, long: 5_000))
    func unitsOfWorkKeepWhatContextsPromise(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(ReferenceConformanceTests.harness, .unitsOfWork).run(seeds: seeds)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ContextFuzzer.seeds(50, long: 5_000))
    func contextsKeepTheirKeysApart(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(ReferenceConformanceTests.harness, .replacements).run(seeds: seeds)
    }
}
