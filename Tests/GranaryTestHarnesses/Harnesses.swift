import FoundationEssentials
import Granary
package import GranaryConformance
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite

/// The backends under the repositories and accounts of the tests.
package enum Harnesses {
    package static let memory = proving(
        ConformanceHarness(Backend(MemoryStore.self)) { name, place in
            // Stores in memory have no file, so the place of a store is its directory.
            StoreConfiguration(name: name, type: .memory, location: "\(place.directory)/\(place.store)")
        })
    package static let sqlite = proving(
        ConformanceHarness(.sqlite) { name, place in
            StoreConfiguration(
                name: name, type: .sqlite, location: place.directory, file: "\(place.store).sqlite")
        })
    package static let leveldb = ConformanceHarness(.leveldb) { name, place in
        StoreConfiguration(
            name: name, type: .leveldb, location: place.directory, file: "\(place.store).leveldb")
    }
    /// Each place is a schema of the server of the tests, whose name is cut to some bytes.
    package static func postgresql(longestName: Int = 63) -> ConformanceHarness {
        ConformanceHarness(.postgresql) { name, place in
            guard let url = environment["GRANARY_TEST_POSTGRESQL"] else {
                throw GranaryError(
                    .configuration,
                    "There is no server to test against: run `Scripts/postgres run …`, or set GRANARY_WITHOUT_POSTGRESQL=1."
                )
            }
            let directory = place.directory.split(separator: "/").last ?? ""
            let schema = String("\(directory)-\(place.store)".unicodeScalars.suffix(longestName))
            var options = StoreOptions(["url": url, "schema": schema])
            if environment["GRANARY_POSTGRES_FAST"] == "1" { options["tls"] = "disable" }
            return StoreConfiguration(name: name, type: .postgresql, options: options)
        }
    }
    /// Whether there is meant to be a server.
    package static let hasServer = environment["GRANARY_WITHOUT_POSTGRESQL"] != "1"

    /// A harness that checks what readers get in short runs too.
    private static func proving(_ harness: ConformanceHarness) -> ConformanceHarness {
        var harness = harness
        harness.provesCore = true
        return harness
    }

    private static let environment = ProcessInfo.processInfo.environment
}
