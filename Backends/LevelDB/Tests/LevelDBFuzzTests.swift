import Granary
import GranaryConformance
import Testing

/// Random programs come to the same on LevelDB as on the reference store.
@Suite struct LevelDBFuzzTests {
    @Test(.timeLimit(.minutes(30)), arguments: ConformanceFuzzer.seeds)
    func storesAnswerLikeTheReference(seed: UInt64) throws {
        try ConformanceFuzzer(LevelDBConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds)
    func contextsAnswerLikeThoseOfTheReference(seed: UInt64) async throws {
        try await ContextFuzzer(LevelDBConformanceTests.harness).run(seed: seed).get()
    }

    /// A row that is changed in another attribute of the index on its reference still refers to what is deleted.
    @Test(.timeLimit(.minutes(1)), arguments: [202_469_821, 978_083_463] as [UInt64])
    func whatOnceDifferedStaysMended(seed: UInt64) throws {
        try ConformanceFuzzer(LevelDBConformanceTests.harness).run(seed: seed).get()
    }

    /// A deletion meets no conflict where others have deleted the object and inserted the same again.
    @Test(.timeLimit(.minutes(1)), arguments: [760_472_753] as [UInt64])
    func whatOnceWasInConflictIsNot(seed: UInt64) async throws {
        try await ContextFuzzer(LevelDBConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds(50, long: 5_000))
    func unitsOfWorkKeepWhatContextsPromise(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(LevelDBConformanceTests.harness, .unitsOfWork).run(seeds: seeds)
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds(50, long: 5_000))
    func contextsKeepTheirKeysApart(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(LevelDBConformanceTests.harness, .replacements).run(seeds: seeds)
    }
}
