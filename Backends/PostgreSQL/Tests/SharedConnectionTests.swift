import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// Stores on one server that share their connections.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct SharedConnectionTests {
    @Test func manyStoresHaveNoMoreConnectionsThanSessions() throws {
        try SharedLedgers.with(8, .direct, options(sessions: 3)) { shared in
            let outsider = try Outsider(TestServer.url())
            let work = (0..<8).map { position in
                OtherThread {
                    for id in Int64(1)...8 {
                        try shared.session(position) { session, ledger in
                            #expect(try ledger.balances(session).count == Int(id - 1))
                            _ = try session.commit(ledger.accounts(id...id, balance: Int64(position)))
                        }
                    }
                }
            }
            while !work.allSatisfy(\.isOver) {
                #expect(try outsider.run("SELECT \(shared.count) <= 3, pg_sleep(0.001)")[0][0] == "t")
            }
            for thread in work { try thread.finish() }
            for position in 0..<8 {
                let balances = try shared.session(position) { try $1.balances($0) }
                #expect(balances.count == 8 && balances.values.allSatisfy { $0 == position })
            }
        }
    }

    private func options(sessions: Int) -> [String: String] {
        ["sessions": "\(sessions)", "sessionTimeout": "60s"]
    }

    @Test func keysOfAllStoresAreReservedOverOneMoreConnection() throws {
        try SharedLedgers.with(4, .direct, options(sessions: 1)) { shared in
            let outsider = try Outsider(TestServer.url())
            for round in Int64(0)..<3 {
                for position in 0..<4 {
                    try shared.session(position) { session, ledger in
                        let key = try session.reserveKeys(10, of: ledger.entity("Account"))
                        #expect(key == round * 10 + 1)
                    }
                }
            }
            #expect(try outsider.run("SELECT \(shared.count)") == [["2"]])
        }
    }

    @Test func theLastStoreClosesTheConnections() throws {
        try SharedLedgers.with(3) { shared in
            let outsider = try Outsider(TestServer.url())
            for position in 0..<3 {
                try shared.session(position) { _ = try $0.reserveKeys(1, of: $1.entity("Account")) }
            }
            try shared.stores[0].close()
            try shared.stores[1].close()
            #expect(failure { _ = try shared.stores[0].makeSession() }?.code == .closed)
            #expect(try outsider.run("SELECT \(shared.count)") == [["2"]])
            let session = try shared.stores[2].makeSession()
            #expect(try shared.ledgers[2].balances(session).isEmpty)
            try shared.stores[2].close()
            #expect(failure { _ = try shared.ledgers[2].balances(session) }?.code == .closed)
            session.end()
            try outsider.wait(until: "\(shared.count) = 0")
            // Those that come after the last find the way again.
            let again = try shared.openAgain(1)
            try again.makeSession().end()
            #expect(try outsider.run("SELECT \(shared.count)") == [["1"]])
            try again.close()
            try outsider.wait(until: "\(shared.count) = 0")
        }
    }

    @Test func whoWaitsForASessionOfAClosedStoreIsToldThat() throws {
        try SharedLedgers.with(2, .direct, options(sessions: 1)) { shared in
            let holder = try shared.stores[0].makeSession()
            let waiting = OtherThread { _ = try shared.stores[1].makeSession() }
            try shared.stores[1].close()
            #expect(failure { try waiting.finish() }?.code == .closed)
            #expect(try shared.ledgers[0].balances(holder).isEmpty)
            holder.end()
        }
    }

    @Test func otherOptionsMeanOtherConnections() throws {
        let first = try PostgreSQLOptions(Ledger(["sessions": "3"]).configuration)
        let same = try PostgreSQLOptions(Ledger(["sessions": "3"]).configuration)
        #expect(first.schema != same.schema && first.serverKey == same.serverKey)
        for (option, value) in [
            ("sessions", "4"), ("user", "somebody"), ("password", "secret"), ("database", "other"),
            ("lockTimeout", "1s"), ("synchronousCommit", "off"), ("pooler", "transaction"), ("port", "1"),
        ] {
            let options = ["sessions": "3"].merging([option: value]) { $1 }
            let other = try PostgreSQLOptions(Ledger(options).configuration)
            #expect(other.serverKey != first.serverKey, "\(option)")
        }
    }

    @Test func aLostConnectionIsReplacedWhicheverStoreHadIt() throws {
        try SharedLedgers.with(3, .direct, options(sessions: 1)) { shared in
            let outsider = try Outsider(TestServer.url())
            for round in Int64(1)...4 {
                for position in 0..<3 {
                    let process = try shared.session(position) { session, ledger in
                        _ = try session.commit(ledger.accounts(round...round, balance: Int64(position)))
                        return try shared.native("SELECT pg_backend_pid()::text", session, ledger)[0]
                    }
                    try outsider.run("SELECT pg_terminate_backend(\(process), 60000)")
                }
            }
            for position in 0..<3 {
                let balances = try shared.session(position) { try $1.balances($0) }
                #expect(balances.count == 4 && balances.values.allSatisfy { $0 == position })
            }
            // Opening takes a connection that others have left, too.
            let process = try shared.session(0) {
                try shared.native("SELECT pg_backend_pid()::text", $0, $1)[0]
            }
            try outsider.run("SELECT pg_terminate_backend(\(process), 60000)")
            try shared.openAgain(1).close()
        }
    }

    @Test func recordsOfSavesDoNotPileUpInAnySchema() throws {
        try SharedLedgers.with(3, .direct, options(sessions: 1)) { shared in
            for id in Int64(1)...5 {
                for position in 0..<3 {
                    try shared.session(position) { _ = try $0.commit($1.accounts(id...id)) }
                }
            }
            let outsider = try Outsider(TestServer.url())
            for position in 0..<3 {
                #expect(
                    try outsider.run("SELECT count(*) FROM \(shared.schema(position)).granary_saves") == [
                        ["1"]
                    ])
            }
        }
    }
}

// MARK: Nothing stays

extension SharedConnectionTests {
    @Test func aNativeQueryFindsNoStatementsOfOtherStores() throws {
        try SharedLedgers.with(2, .direct, options(sessions: 1)) { shared in
            try shared.session(1) { session, ledger in
                _ = try session.commit(ledger.accounts(1...3))
                #expect(try ledger.balances(session).count == 3)
            }
            try shared.session(0) { session, ledger in
                #expect(try ledger.balances(session).isEmpty)
                let found = try shared.native("SELECT statement FROM pg_prepared_statements", session, ledger)
                #expect(found.isEmpty)
                #expect(try ledger.balances(session).isEmpty)
            }
        }
    }

    @Test func whatANativeQueryLeavesEndsWithItsStore() throws {
        let settings = "SELECT name || COALESCE(setting, '') FROM pg_settings ORDER BY name"
        try SharedLedgers.with(2, .direct, options(sessions: 1)) { shared in
            let before = try shared.session(0) { try shared.native(settings, $0, $1) }
            try shared.session(1) { session, ledger in
                _ = try session.commit(ledger.accounts(1...3))
                let left = "SELECT pg_advisory_lock(34)::text, set_config('granary.mark', 'b', false)"
                #expect(try shared.native(left, session, ledger).count == 1)
                let held = "SELECT objid::text FROM pg_locks WHERE locktype = 'advisory'"
                #expect(try shared.native(held, session, ledger).contains("34"))
            }
            try shared.session(0) { session, ledger in
                #expect(try ledger.balances(session).isEmpty)
                #expect(try shared.native(settings, session, ledger) == before)
                for nothing in [
                    "SELECT objid::text FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
                    "SELECT name FROM pg_cursors WHERE name LIKE 'granary%'",
                    "SELECT pg_listening_channels()",
                    "SELECT relname::text FROM pg_class WHERE relnamespace = pg_my_temp_schema()",
                    "SELECT current_setting('granary.mark', true) WHERE current_setting('granary.mark', true) <> ''",
                ] {
                    #expect(try shared.native(nothing, session, ledger).isEmpty, "\(nothing)")
                }
                let schema = try shared.native("SELECT current_schema()::text", session, ledger)
                #expect(schema == [ledger.configuration.options["schema"]])
            }
        }
    }

    /// What one store of a random program holds.
    private struct Expected {
        var balances: [Int64: Int64] = [:]
        var next: Int64 = 1
    }

    @Test(arguments: Route.allCases, 0..<UInt64(ConformanceEffort.current.isLong ? 40 : 2))
    func randomWorkInSeveralSchemasShowsEachItsOwn(_ route: Route, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: ConformanceEffort.current.seed ?? seed)
        try SharedLedgers.with(5, route, options(sessions: 2)) { shared in
            var expected = [Expected](repeating: Expected(), count: 5)
            for step in 0..<100 {
                let position = Int.random(in: 0..<5, using: &random)
                try shared.session(position) { session, ledger in
                    for _ in 0..<Int.random(in: 1...3, using: &random) {
                        try act(session, ledger, shared, position, &expected[position], &random)
                    }
                    #expect(
                        try ledger.balances(session) == expected[position].balances,
                        "seed \(seed), step \(step), store \(position)")
                }
            }
        }
    }

    private func act(
        _ session: any StoreSession, _ ledger: Ledger, _ shared: SharedLedgers, _ position: Int,
        _ expected: inout Expected, _ random: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            let (first, last) = (expected.next, expected.next + Int64.random(in: 0...3, using: &random))
            _ = try session.commit(ledger.accounts(first...last, balance: Int64(position)))
            for id in first...last { expected.balances[id] = Int64(position) }
            expected.next = last + 1
        case 1:
            guard let id = expected.balances.keys.sorted().randomElement(using: &random) else { return }
            let balance = Int64.random(in: 0...9, using: &random) * 10 + Int64(position)
            _ = try session.commit(ledger.balance(balance, of: id, version: nil))
            expected.balances[id] = balance
        case 2:
            let other = try #require(shared.stores[position].makeSession() as? any StagingSession)
            _ = try other.stage(ledger.accounts(1_000_000...1_000_001))
            // Otherwise the end of the session gives it up.
            if Bool.random(using: &random) { other.abandonStaged() }
            other.end()
        case 3:
            let key = try session.reserveKeys(2, of: ledger.entity("Account"))
            #expect(key >= expected.next)
            expected.next = key + 2
        case 4:
            let count = try shared.native(
                "SELECT count(*)::text FROM \"Account\"", session, ledger)
            #expect(count == ["\(expected.balances.count)"])
        case 5:
            #expect(
                failure { _ = try shared.native("SELECT 1 / 0 FROM \"Account\", nowhere", session, ledger) }
                    != nil)
        default:
            var request = FetchRequest(entity: try ledger.entity("Account"))
            request.isStream = Bool.random(using: &random)
            let cursor = try session.fetch(request).cursor
            // The rest is left unread.
            _ = try cursor.advance()
            try session.refresh()
        }
    }
}
