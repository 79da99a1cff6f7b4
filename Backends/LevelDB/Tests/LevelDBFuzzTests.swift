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
}
