import Granary
import GranaryConformance
import Testing

/// The promises about migrations notice migrations that are broken on purpose.
@Suite struct FaultyMigrationTests {
    @Test(.timeLimit(.minutes(2))) func aForgottenRowIsNoticed() async throws {
        #expect(try await broken(ForgottenRow.self, by: "With consent an attribute goes"))
    }

    @Test(.timeLimit(.minutes(2))) func aFailureThatIsRecordedAsSuccessIsNoticed() async throws {
        #expect(try await broken(RecordedFailure.self, by: "An integer that no floating-point number equals"))
    }

    /// Whether a promise whose name begins so is broken.
    private func broken<Fault: MigrationFault>(_ fault: Fault.Type, by name: String) async throws -> Bool {
        let harness = try #require(SQLiteConformanceTests.harness.faulty(fault))
        let promise = try #require(
            ConformancePromise.all.first { $0.category == .migrations && $0.name.hasPrefix(name) })
        if case .failure = await promise.check(on: harness) { return true }
        return false
    }
}
