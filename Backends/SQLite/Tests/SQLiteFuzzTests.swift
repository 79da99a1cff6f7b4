import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// Random programs come to the same on SQLite as on the reference store.
@Suite struct SQLiteFuzzTests {
    @Test(.timeLimit(.minutes(30)), arguments: ConformanceFuzzer.seeds)
    func storesAnswerLikeTheReference(seed: UInt64) throws {
        try ConformanceFuzzer(SQLiteConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds)
    func contextsAnswerLikeThoseOfTheReference(seed: UInt64) async throws {
        try await ContextFuzzer(SQLiteConformanceTests.harness).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds(50, long: 5_000))
    func unitsOfWorkKeepWhatContextsPromise(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(SQLiteConformanceTests.harness, .unitsOfWork).run(seeds: seeds)
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds(50, long: 5_000))
    func contextsKeepTheirKeysApart(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(SQLiteConformanceTests.harness, .replacements).run(seeds: seeds)
    }
}
