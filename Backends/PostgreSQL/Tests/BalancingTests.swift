import Granary
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// A pooler that gives reads to replicas is found when a store is opened.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(1))) struct BalancingTests {
    private func opening(_ mode: String) throws -> GranaryError? {
        let server = try BalancingServer(loadBalanceMode: mode)
        let serving = OtherThread { server.serve() }
        let ledger = try Ledger(
            ["tls": "disable", "connectTimeout": "20s"],
            url: "postgresql://granary@127.0.0.1:\(server.port)/postgres")
        let error = failure { try ledger.open().close() }
        try serving.finish()
        return error
    }

    @Test func aStoreBehindAPoolerThatBalancesIsRefused() throws {
        let error = try #require(try opening("on"))
        #expect(error.code == .unsupported && error.message.contains("load_balance_mode = off"))
    }

    @Test func aStoreBehindThePoolerWithoutBalancingIsOpened() throws {
        // The opening fails later, since this server has no tables.
        #expect(try opening("off")?.message.contains("pgpool") == false)
    }

    @Test(arguments: Route.allCases) func aServerThatIsNoSuchPoolerIsOpened(_ route: Route) throws {
        try route.ledger().withStore { _ in }
    }
}
