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
        let url = getenv("GRANARY_CRASH_POSTGRESQL").map { String(cString: $0) } ?? ""
        let harness = ConformanceHarness(.postgresql) { name, place in
            let directory = place.directory.split(separator: "/").last ?? ""
            return StoreConfiguration(
                name: name, type: .postgresql,
                options: StoreOptions(["url": url, "schema": "\(directory)-\(place.store)"]))
        }
        try await CrashWriter(harness).run(CommandLine.arguments)
    }

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
