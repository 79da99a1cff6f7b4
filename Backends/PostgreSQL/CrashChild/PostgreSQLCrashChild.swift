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
@main struct PostgreSQLCrashChild {
    static func main() async throws {
        let url = getenv("GRANARY_CRASH_POSTGRESQL").map { String(cString: $0) } ?? ""
        let harness = ConformanceHarness(.postgresql) { name, place in
            let directory = place.directory.split(separator: "/").last ?? ""
            return StoreConfiguration(
                name: name, type: .postgresql,
                options: StoreOptions(["url": url, "schema": "\(directory)-\(place.store)"]))
        }
        try await CrashWriter(harness).run(CommandLine.arguments)
    }
}
