import Granary
import GranaryConformance
import Testing

/// Random programs come to the same on the in-memory backend as on the reference store.
@Suite struct MemoryFuzzTests {
    @Test(.timeLimit(.minutes(30)), arguments: ConformanceFuzzer.seeds)
    func storesAnswerLikeTheReference(seed: UInt64) throws {
        try ConformanceFuzzer(MemoryConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds)
    func contextsAnswerLikeThoseOfTheReference(seed: UInt64) async throws {
        try await ContextFuzzer(MemoryConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds(200, long: 100_000))
    func unitsOfWorkKeepWhatContextsPromise(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(MemoryConformanceTests.harness, .unitsOfWork).run(seeds: seeds)
    }

    @Test(.timeLimit(.minutes(60)), arguments: ContextFuzzer.seeds(200, long: 100_000))
    func contextsKeepTheirKeysApart(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(MemoryConformanceTests.harness, .replacements).run(seeds: seeds)
    }

    /// Programs of a long run that have found faults: half a pair between two models, over two stores and undone while its
    /// save ends, and a row of a replaced object that was still there after others had deleted it.
    @Test(.timeLimit(.minutes(1)), arguments: [161, 950, 2017, 2418] as [UInt64])
    func contextsKeepTheirKeysApartWhereTheyHaveNot(seed: UInt64) async throws {
        try await ContextFuzzer(MemoryConformanceTests.harness, .replacements).run(seed: seed).get()
    }
}
