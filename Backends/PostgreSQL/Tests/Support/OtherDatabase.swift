import Foundation
import Granary
import GranaryConformance
import GranaryPostgreSQL

/// A second database of a server, for one test.
struct OtherDatabase {
    /// Its name.
    let name: String
    private let server: String

    init(of server: String? = nil) throws {
        self.server = try server ?? TestServer.url()
        name = "granary_other_\(UUID().uuidString.lowercased().prefix(8))"
        try Outsider(self.server).run("CREATE DATABASE \"\(name)\" TEMPLATE template0 ENCODING 'UTF8'")
    }

    /// One that another value has made, on the usual server.
    init(existing name: String) throws {
        self.name = name
        server = try TestServer.url()
    }

    func drop() { _ = try? Outsider(server).run("DROP DATABASE \"\(name)\" WITH (FORCE)") }

    /// A connection to it.
    func outsider() throws -> Outsider {
        var parts = URLComponents(string: server)
        parts?.path = "/\(name)"
        return try Outsider(parts?.string ?? server)
    }

    /// The schemas in it that somebody has made, besides the usual one.
    func schemas() throws -> [String] {
        try outsider().run(
            "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname NOT IN ('public', 'information_schema') ORDER BY 1"
        ).compactMap(\.first?.self)
    }

    /// Makes statements of a kind fail in it, as they do when its disk is full.
    func fill(at command: String) throws {
        try outsider().run(
            """
            CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
            CREATE EVENT TRIGGER disk ON ddl_command_start WHEN TAG IN ('\(command)') EXECUTE FUNCTION public.refuse()
            """)
    }

    func makeRoom() throws { try outsider().run("DROP EVENT TRIGGER disk; DROP FUNCTION public.refuse()") }

    /// A harness with this database for the places to which stores are moved.
    var harness: ConformanceHarness {
        var harness = ConformanceHarness(.postgresql, label: "postgresql across databases") {
            [name] store, place in
            var options = ["url": try TestServer.url(), "schema": TestServer.schema(of: place)]
            if place.store.hasPrefix("second") || place.store == "new" { options["database"] = name }
            return StoreConfiguration(name: store, type: .postgresql, options: StoreOptions(options))
        }
        harness.usesStoresAgain = false
        return harness
    }
}
