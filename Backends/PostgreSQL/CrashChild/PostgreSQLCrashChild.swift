#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary
import GranaryConformance
import GranaryPostgreSQL

/// The process that the crash promises kill while it saves to a PostgreSQL store; the server is named by the
/// environment.
///
/// With the argument `connect` and a URL it only looks whether it is let in, by what its environment says, and prints
/// `ok` or the code of the error.
@main struct PostgreSQLCrashChild {
    static func main() async throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "connect" {
            return print(outcome(ofConnectingTo: CommandLine.arguments[2]))
        }
        let url = environment("GRANARY_CRASH_POSTGRESQL") ?? ""
        let harness = ConformanceHarness(.postgresql) { name, place in
            let directory = place.directory.split(separator: "/").last ?? ""
            // As the tests cut it, who leave room for the place of an account.
            var options = ["url": url, "schema": String("\(directory)-\(place.store)".suffix(60))]
            // Where a store goes that is to leave its database.
            if place.store == "new" { options["database"] = environment("GRANARY_CRASH_POSTGRESQL_OTHER") }
            return StoreConfiguration(name: name, type: .postgresql, options: StoreOptions(options))
        }
        try await CrashWriter(harness).run(CommandLine.arguments)
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Removes a store that is not there, which takes a connection and nothing else.
    private static func outcome(ofConnectingTo url: String) -> String {
        let options = StoreOptions(["url": url, "schema": "nothing is called so"])
        do {
            try PostgreSQLStore.destroy(
                StoreConfiguration(name: "Default", type: .postgresql, options: options))
            return "ok"
        } catch {
            return (error as? GranaryError)?.code.rawValue ?? "\(error)"
        }
    }
}
