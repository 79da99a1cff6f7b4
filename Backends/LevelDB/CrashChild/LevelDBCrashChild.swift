import Granary
import GranaryConformance
import GranaryLevelDB

/// The process that the crash promises kill while it saves to a LevelDB store.
@main struct LevelDBCrashChild {
    static func main() async throws {
        let harness = ConformanceHarness(.leveldb) { name, place in
            StoreConfiguration(
                name: name, type: .leveldb, location: place.directory, file: "\(place.store).leveldb")
        }
        try await CrashWriter(harness, attachingAgainAfterFailures: true).run(CommandLine.arguments)
    }
}
