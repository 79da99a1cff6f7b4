import Granary
import GranaryConformance
import GranarySQLite

/// The process that the crash promises kill while it saves to an SQLite store.
@main struct SQLiteCrashChild {
    static func main() async throws {
        let harness = ConformanceHarness(.sqlite) { name, place in
            StoreConfiguration(
                name: name, type: .sqlite, location: place.directory, file: "\(place.store).sqlite")
        }
        try await CrashWriter(harness).run(CommandLine.arguments)
    }
}
