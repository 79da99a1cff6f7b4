import Granary
import GranaryConformance
import GranaryLevelDB
import Testing

/// The LevelDB backend keeps every promise that its capabilities allow.
@Suite struct LevelDBConformanceTests {
    static let harness: ConformanceHarness = {
        var harness = ConformanceHarness(
            .leveldb,
            durability: """
                By default (`synchronous: full`) a save is on the device when it returns: it survives the end of the process, \
                of the system and of the power, as far as the device keeps its word. With `synchronous: off` it survives the \
                end of the process only.
                """
        ) { name, place in
            StoreConfiguration(
                name: name, type: .leveldb, location: place.directory, file: "\(place.store).leveldb")
        }
        // What was deleted is passed over in each reading until the engine compacts its tables.
        harness.usesStoresAgain = false
        return harness
    }()

    @Test(
        .timeLimit(.minutes(ConformanceEffort.current.isLong ? 30 : 2)),
        arguments: LevelDBConformanceTests.harness.promises)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }
}
