import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// The SQLite backend keeps every promise that its capabilities allow.
@Suite struct SQLiteConformanceTests {
    static let harness: ConformanceHarness = {
        var harness = ConformanceHarness(
            .sqlite,
            durability: """
                By default (`synchronous: full`) a save is on the device when it returns: it survives the end of the process, \
                of the system and of the power, as far as the device keeps its word. With `synchronous: normal` it survives the \
                end of the process only; the last saves may be missing after a power failure, whole ones, in their order.
                """
        ) { name, place in
            StoreConfiguration(
                name: name, type: .sqlite, location: place.directory, file: "\(place.store).sqlite")
        }
        harness.provesCore = true
        return harness
    }()

    @Test(
        .timeLimit(.minutes(ConformanceEffort.current.isLong ? 30 : 2)),
        arguments: SQLiteConformanceTests.harness.promises)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }
}
