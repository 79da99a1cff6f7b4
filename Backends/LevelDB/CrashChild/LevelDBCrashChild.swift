import Granary
import GranaryConformance
import GranaryLevelDB

/// The process that the crash promises kill while it saves to a LevelDB store.
@main struct LevelDBCrashChild {
    static func main() async throws {
        // Moves and attaching work on LevelDB's own stores, whose writes are no points of them.
        let isWhole = [CrashPoint.whileMoving, .whileAttaching].contains {
            CommandLine.arguments.contains($0.rawValue)
        }
        let migrates = CommandLine.arguments.contains(CrashPoint.whileMigrating.rawValue)
        let backend: Backend =
            isWhole ? .leveldb : migrates ? Backend(MigratingLevelDB.self) : Backend(CrashingLevelDB.self)
        let harness = ConformanceHarness(backend) { name, place in
            StoreConfiguration(
                name: name, type: .leveldb, location: place.directory, file: "\(place.store).leveldb")
        }
        try await CrashWriter(harness, attachingAgainAfterFailures: true).run(CommandLine.arguments)
    }
}

/// LevelDB stores that say when their engine is about to write, and when it has written.
private enum CrashingLevelDB: StoreBackend {
    static var type: StoreType { LevelDBStore.type }
    static var capabilities: Capabilities { LevelDBStore.capabilities }
    static var options: [StoreOption] { LevelDBStore.options }
    static func location(of configuration: StoreConfiguration) throws -> String? {
        try LevelDBStore.location(of: configuration)
    }
    static func open(_ request: StoreOpenRequest) throws -> any Store {
        try LevelDBStore.open(request) { CrashingEngine($0) }
    }
    static func destroy(_ configuration: StoreConfiguration) throws {
        try LevelDBStore.destroy(configuration)
    }
}
