import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// The promises about migrations notice migrations that are broken on purpose.
@Suite(.enabled(if: TestServer.isWanted)) struct FaultyMigrationTests {
    @Test(.timeLimit(.minutes(2))) func aForgottenRowIsNoticed() async throws {
        #expect(
            try await TestServer.direct.isCaught(
                ForgottenRow.self, by: "With consent an attribute goes"))
    }

    @Test(.timeLimit(.minutes(2))) func aFailureThatIsRecordedAsSuccessIsNoticed() async throws {
        #expect(
            try await TestServer.direct.isCaught(
                RecordedFailure.self, by: "An integer that no floating-point number equals"))
    }
}
