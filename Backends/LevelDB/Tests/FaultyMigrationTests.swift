import Granary
import GranaryConformance
import GranaryLevelDB
import Testing

/// The promises about migrations notice migrations that are broken on purpose.
@Suite struct FaultyMigrationTests {
    @Test(.timeLimit(.minutes(2))) func aForgottenRowIsNoticed() async throws {
        #expect(
            try await LevelDBConformanceTests.harness.isCaught(
                ForgottenRow.self, by: "With consent an attribute goes"))
    }

    @Test(.timeLimit(.minutes(2))) func aFailureThatIsRecordedAsSuccessIsNoticed() async throws {
        #expect(
            try await LevelDBConformanceTests.harness.isCaught(
                RecordedFailure.self, by: "An integer that no floating-point number equals"))
    }
}
