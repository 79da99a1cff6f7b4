import FoundationEssentials
import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// Stores in several schemas of one server, as stacks that share open them, whose connections can be distinguished
/// from all others.
struct SharedLedgers: Sendable {
    let ledgers: [Ledger]
    let stores: [any Store]
    private let resources: SharedResources
    /// The name that the connections have for the server.
    let mark = "shared-\(UUID().uuidString)"

    private init(_ count: Int, _ route: Route, _ options: [String: String], _ follows: Bool) throws {
        let mark = mark
        resources = SharedResources()
        ledgers = try (0..<count).map { _ in
            var ledger = try Self.ledger(route, options, mark)
            ledger.configuration.followsOthers = follows
            return ledger
        }
        var stores: [any Store] = []
        for ledger in ledgers { stores.append(try Self.open(ledger, resources)) }
        self.stores = stores
    }

    private static func ledger(_ route: Route, _ options: [String: String], _ mark: String) throws -> Ledger {
        let own = route == .direct ? [:] : ["pooler": "transaction"]
        let url = try route.url() + (route == .direct ? "&application_name=\(mark)" : "")
        return try Ledger(own.merging(options) { $1 }, url: url)
    }

    private static func open(_ ledger: Ledger, _ resources: SharedResources) throws -> any Store {
        var request = ledger.request()
        request.sharing = resources
        return try StorePreparation(request, PostgreSQLStore.self).open()
    }

    /// Runs a test with so many open stores, and removes them.
    static func with(
        _ count: Int, _ route: Route = .direct, _ options: [String: String] = [:],
        followsOthers: Bool = false,
        _ body: (SharedLedgers) throws -> Void
    ) throws {
        let shared = try SharedLedgers(count, route, options, followsOthers)
        defer {
            for store in shared.stores { try? store.close() }
            for ledger in shared.ledgers { ledger.destroy() }
        }
        try body(shared)
    }

    /// Opens one of the stores another time, as another program would, but with the same connections.
    func openAgain(_ position: Int) throws -> any Store { try Self.open(ledgers[position], resources) }

    /// The number of the stores' connections, for a statement.
    var count: String {
        "(SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(mark)')"
    }

    /// The name of a store's schema, as statements write it.
    func schema(_ position: Int) -> String {
        "\"\(ledgers[position].configuration.options["schema"] ?? "")\""
    }

    /// Runs a body with a session of one of the stores.
    @discardableResult func session<R>(
        _ position: Int, _ body: (any StoreSession, Ledger) throws -> R
    ) throws -> R {
        let session = try stores[position].makeSession()
        defer { session.end() }
        return try body(session, ledgers[position])
    }

    /// The first values of the rows of a query in the engine's own language.
    func native(_ text: String, _ session: any StoreSession, _ ledger: Ledger) throws -> [String] {
        let session = try #require(session as? any NativeSession)
        let statement = NativeStatement(parts: [.text(text)], entity: try ledger.entity("Account"))
        let cursor = try session.fetch(statement).cursor
        defer { cursor.close() }
        var texts: [String] = []
        while try cursor.advance() { texts.append(try cursor.text(at: 0)) }
        return texts
    }
}
