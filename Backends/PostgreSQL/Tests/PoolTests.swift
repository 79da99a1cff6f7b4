import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// Connections, statements and transactions last no longer than the options allow.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct PoolTests {
    /// A store whose connections can be distinguished from all others.
    private struct Marked {
        let ledger: Ledger
        let outsider: Outsider
        private let mark = "pool-\(UUID().uuidString)"

        init(_ options: [String: String]) throws {
            ledger = try Ledger(options, url: TestServer.url() + "&application_name=\(mark)")
            outsider = try Outsider(TestServer.url())
        }

        /// The condition that the server has so many connections of the store.
        func has(_ count: Int) -> String {
            "SELECT count(*) = \(count) FROM pg_stat_activity WHERE application_name = '\(mark)'"
        }

        /// When the newest of the store's connections was made.
        func newest() throws -> String? {
            try outsider.run(
                "SELECT max(backend_start) FROM pg_stat_activity WHERE application_name = '\(mark)'")[0][0]
        }
    }

    @Test(arguments: [["idleTimeout": "200ms"], ["lifetime": "200ms", "idleTimeout": "0"]])
    func idleConnectionsAreClosedThoughNobodyAsks(_ options: [String: String]) throws {
        let marked = try Marked(options)
        try marked.ledger.withStore { store in
            let sessions = try (0..<3).map { _ in try store.makeSession() }
            for session in sessions { _ = try marked.ledger.balances(session) }
            // Those in use are kept, however old they are.
            try marked.outsider.run("SELECT pg_sleep(0.3)")
            for session in sessions { _ = try marked.ledger.balances(session) }
            try marked.outsider.wait(until: marked.has(3))
            for session in sessions { session.end() }
            try marked.outsider.wait(until: marked.has(0))
            let session = try store.makeSession()
            #expect(try marked.ledger.balances(session).isEmpty)
            session.end()
        }
    }

    @Test func waitingForASessionEndsWhenItIsCancelled() throws {
        let ledger = try Ledger(["sessions": "1", "sessionTimeout": "60s"])
        try ledger.withStore { store in
            let limited = try #require(store as? any LimitedStore)
            let holder = try store.makeSession()
            let wait = SessionWait()
            let waiting = OtherThread { try limited.makeSession(wait).end() }
            #expect(!waiting.isOver)
            wait.cancel()
            #expect(failure { try waiting.finish() }?.code == .cancelled)
            holder.end()
            try limited.makeSession(SessionWait()).end()
        }
    }

    @Test func connectionsAreKeptForEverWhenAsked() throws {
        let marked = try Marked(["idleTimeout": "0", "lifetime": "0"])
        try marked.ledger.withStore { store in
            for _ in 0..<3 { try store.makeSession().end() }
            try marked.outsider.wait(until: marked.has(1))
        }
        try marked.outsider.wait(until: marked.has(0))
    }

    @Test func theConnectionForKeysIsReplacedAfterItsLifetime() throws {
        let marked = try Marked(["lifetime": "200ms"])
        try marked.ledger.withStore { store in
            let session = try store.makeSession()
            let owner = try marked.ledger.entity("Owner")
            #expect(try session.reserveKeys(1, of: owner) == 1)
            let first = try marked.newest()
            try marked.outsider.run("SELECT pg_sleep(0.3)")
            #expect(try session.reserveKeys(1, of: owner) == 2)
            let second = try marked.newest()
            #expect(second != nil && second != first)
            session.end()
        }
    }

    @Test func aStatementMayTakeSoLong() throws {
        let ledger = try Ledger(["statementTimeout": "3s", "lockTimeout": "0"])
        try ledger.whileHeld { second in
            let error = failure { _ = try second.commit(ledger.balance(2, of: 1, version: nil)) }
            #expect(error?.code == .timeout && error?.message.contains("statementTimeout") == true)
        }
    }

    @Test func aUnitOfWorkMayBeSilentForSoLong() throws {
        let marked = try Marked(["transactionTimeout": "2s"])
        try marked.ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(marked.ledger.accounts(1...1))
            #expect(try marked.ledger.balances(session) == [1: 0])
            try marked.outsider.wait(until: marked.has(0))
            #expect(failure { _ = try marked.ledger.balances(session) }?.code == .unavailable)
            try session.refresh()
            #expect(try marked.ledger.balances(session) == [1: 0])
        }
    }
}
