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
}
