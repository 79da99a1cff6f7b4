import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// The SQLite backend keeps every promise that its capabilities allow.
@Suite struct SQLiteConformanceTests {
    static let harness = ConformanceHarness(.sqlite) { name, place in
        StoreConfiguration(
            name: name, type: .sqlite, location: place.directory, file: "\(place.store).sqlite")
    }

    @Test(.timeLimit(.minutes(2)), arguments: ConformancePromise.all)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }
}
