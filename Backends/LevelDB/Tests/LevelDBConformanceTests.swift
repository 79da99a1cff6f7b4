import Granary
import GranaryConformance
import GranaryLevelDB
import Testing

/// The LevelDB backend keeps every promise that its capabilities allow.
@Suite struct LevelDBConformanceTests {
    static let harness = ConformanceHarness(.leveldb) { name, place in
        StoreConfiguration(
            name: name, type: .leveldb, location: place.directory, file: "\(place.store).leveldb")
    }

    @Test(.timeLimit(.minutes(2)), arguments: ConformancePromise.all)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }
}
