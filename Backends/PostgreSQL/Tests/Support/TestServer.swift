import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary
import GranaryConformance
import GranaryPostgreSQL

/// The servers that `make test` has started, by the environment.
enum TestServer {
    /// Whether the tests of this backend run: always, unless somebody has said that there is no server.
    static let isWanted = environment("GRANARY_WITHOUT_POSTGRESQL") != "1"

    /// The URL of the server.
    static func url() throws -> String { try url("GRANARY_TEST_POSTGRESQL") }

    /// The URL of the same server behind a pooler in transaction mode.
    static func poolerURL() throws -> String { try url("GRANARY_TEST_POSTGRESQL_POOLER") }

    private static func url(_ name: String) throws -> String {
        if let url = environment(name) { return url }
        throw NoServer(variable: name)
    }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The options by which the kit reaches a server.
    ///
    /// A short run does without TLS where the server allows that: TLS takes a third of the processor time of a
    /// connection, and promises make thousands of these. The other tests of this backend use TLS in any case, as a long
    /// run does.
    private static func options(_ address: [String: String]) -> StoreOptions {
        let isPlain =
            environment("GRANARY_POSTGRES_FAST") == "1" && !ConformanceEffort.current.isLong
        return StoreOptions(isPlain ? address.merging(["tls": "disable"]) { $1 } : address)
    }

    /// What a save survives: what the server promises with the settings it has.
    private static let durability = """
        A save is in the server's log on its device when it returns, with `synchronous_commit` and `fsync` on as they are by \
        default: it survives the end of the program, of the server and of its system, and of the power, as far as the \
        device keeps its word.
        """

    /// A harness whose stores are schemas of the server.
    static let direct: ConformanceHarness = {
        var harness = ConformanceHarness(.postgresql, durability: durability) { name, place in
            StoreConfiguration(
                name: name, type: .postgresql,
                options: options(["url": try url(), "schema": schema(of: place)]))
        }
        harness.movedAside = schemasMovedAside
        harness.network = network(environment("GRANARY_TEST_POSTGRESQL"))
        return harness
    }()

    /// The same through the pooler; only a long run checks again what values and queries mean.
    static let pooled: ConformanceHarness = {
        var harness = ConformanceHarness(
            .postgresql, durability: durability, label: "postgresql through PgBouncer"
        ) { name, place in
            StoreConfiguration(
                name: name, type: .postgresql,
                options: options([
                    "url": try poolerURL(), "schema": schema(of: place), "pooler": "transaction",
                    "directURL": try url(),
                ]))
        }
        harness.movedAside = schemasMovedAside
        harness.network = network(environment("GRANARY_TEST_POSTGRESQL_POOLER"))
        // The connection that listens goes past the pooler.
        harness.network?.carriesNotices = false
        if !ConformanceEffort.current.isLong {
            harness.leavesOut = [.scalars, .structures, .predicates, .sorting, .aggregates]
            // Most of the run's processor time, for what the pooler hardly changes: whole are what depends on connections,
            // transactions, processes and what is kept on a connection.
            harness.samples = [
                .migrations, .concurrency, .identity, .basics, .constraints, .relationships, .loading,
                .unitOfWork, .bulk,
                .observation, .indexes, .errors, .security, .limits, .telemetry, .values, .rules, .actions,
            ]
        }
        return harness
    }()

    /// How the server of a URL is reached, if it is on this machine and so can have a proxy before it.
    private static func network(_ url: String?) -> ConformanceNetwork? {
        guard let parts = url.flatMap(URLComponents.init(string:)),
            let port = parts.port.flatMap(UInt16.init),
            ["127.0.0.1", "localhost"].contains(parts.host)
        else { return nil }
        return ConformanceNetwork(port: port) { configuration, port in
            var configuration = configuration
            configuration.options["port"] = "\(port)"
            configuration.options["resolveTimeout"] = "20s"
            return configuration
        }
    }

    /// The schemas that were moved aside from that of a configuration: their names begin with its own, or what a long one
    /// is cut to, and say when.
    private static func schemasMovedAside(_ configuration: StoreConfiguration) throws -> [StoreConfiguration]
    {
        let schema = configuration.options["schema"] ?? ""
        let stem = schema.utf8.count <= 40 ? schema : String(schema.unicodeScalars.prefix(23))
        let rows = try Outsider(url()).run(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, '\(stem)_') ORDER BY 1")
        return rows.compactMap(\.first).compactMap { name in
            var moved = configuration
            moved.options["schema"] = name
            return moved
        }
    }

    /// A schema for a place: the same for the same place, another for another; with room for that of an account.
    static func schema(of place: ConformancePlace) -> String {
        let directory = place.directory.split(separator: "/").last ?? ""
        let name = "\(directory)-\(place.store)"
        return name.utf8.count <= 60
            ? name : String(name.utf8.suffix(60).map { Character(Unicode.Scalar($0)) })
    }
}

/// There is no server to test against.
struct NoServer: Error, CustomStringConvertible {
    let variable: String

    var description: String {
        "\(variable) names no server. Run the tests by `make test` or `Scripts/postgres run swift test`, or set GRANARY_WITHOUT_POSTGRESQL=1 to leave them out."
    }
}
