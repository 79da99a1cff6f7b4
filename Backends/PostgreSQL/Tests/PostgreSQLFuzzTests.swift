import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// Random programs come to the same on PostgreSQL as on the reference store.
@Suite(.enabled(if: TestServer.isWanted)) struct PostgreSQLFuzzTests {
    @Test(.timeLimit(.minutes(30)), arguments: ConformanceFuzzer.seeds)
    func storesAnswerLikeTheReference(seed: UInt64) throws {
        try ConformanceFuzzer(TestServer.direct).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds)
    func contextsComeToTheSame(seed: UInt64) async throws {
        try await ContextFuzzer(TestServer.direct).run(seed: seed).get()
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds(10, long: 5_000))
    func unitsOfWorkKeepWhatContextsPromise(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(TestServer.direct, .unitsOfWork).run(seeds: seeds)
    }

    @Test(.timeLimit(.minutes(30)), arguments: ContextFuzzer.seeds(10, long: 5_000))
    func contextsKeepTheirKeysApart(seeds: Range<UInt64>) async throws {
        try await ContextFuzzer(TestServer.direct, .replacements).run(seeds: seeds)
    }
}
