import FoundationEssentials
import Granary
import GranaryConformance
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite

/// The backends under the repositories of the tests.
enum SyncHarnesses {
    static let memory = proving(
        ConformanceHarness(Backend(MemoryStore.self)) { name, place in
            // Stores in memory have no file, so the place of a store is its directory.
            StoreConfiguration(name: name, type: .memory, location: "\(place.directory)/\(place.store)")
        })
    static let sqlite = proving(
        ConformanceHarness(.sqlite) { name, place in
            StoreConfiguration(
                name: name, type: .sqlite, location: place.directory, file: "\(place.store).sqlite")
        })
    static let leveldb = ConformanceHarness(.leveldb) { name, place in
        StoreConfiguration(
            name: name, type: .leveldb, location: place.directory, file: "\(place.store).leveldb")
    }
    /// Each place is a schema of the server of the tests.
    static let postgresql = ConformanceHarness(.postgresql) { name, place in
        guard let url = environment["GRANARY_TEST_POSTGRESQL"] else {
            throw GranaryError(
                .configuration,
                "There is no server to test against: run `Scripts/postgres run …`, or set GRANARY_WITHOUT_POSTGRESQL=1."
            )
        }
        let directory = place.directory.split(separator: "/").last ?? ""
        let schema = String("\(directory)-\(place.store)".unicodeScalars.suffix(63))
        var options = StoreOptions(["url": url, "schema": schema])
        if environment["GRANARY_POSTGRES_FAST"] == "1" { options["tls"] = "disable" }
        return StoreConfiguration(name: name, type: .postgresql, options: options)
    }
    /// Whether there is meant to be a server.
    static let hasServer = environment["GRANARY_WITHOUT_POSTGRESQL"] != "1"

    /// A harness that checks what readers get in short runs too.
    private static func proving(_ harness: ConformanceHarness) -> ConformanceHarness {
        var harness = harness
        harness.provesCore = true
        return harness
    }

    private static let environment = ProcessInfo.processInfo.environment
}
