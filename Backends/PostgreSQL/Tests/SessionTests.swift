import FoundationEssentials
import Granary
import GranaryConformance
import GranarySQL
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// What the kit cannot see: statements, keys, and what other programs do.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct SessionTests {
    @Test(arguments: Route.allCases)
    func rowsStayReadableWhileOtherRequestsComeBetween(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...5_000))
            for isStream in [false, true] {
                var request = FetchRequest(entity: try ledger.entity("Account"))
                request.isStream = isStream
                let outer = try session.fetch(request).cursor
                var seen: [Int64] = []
                while try outer.advance() {
                    let id = try outer.integer(at: 0)
                    seen.append(id)
                    guard id % 1_000 == 7 else { continue }
                    #expect(try session.count(FetchRequest(entity: request.entity)) == 5_000)
                    let inner = try session.fetch(FetchRequest(entity: request.entity)).cursor
                    #expect(try inner.advance() && inner.integer(at: 0) == 1)
                    if id == 2_007 { inner.close() }
                }
                #expect(seen == Array(1...5_000))
            }
        }
    }

    @Test(arguments: Route.allCases)
    func reservedKeysAreNeverThoseThatAnybodyUses(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let entity = try ledger.entity("Account")
            #expect(try session.reserveKeys(10, of: entity) == 1)
            #expect(try session.reserveKeys(10, of: entity) == 11)
            _ = try session.commit(ledger.accounts(100...200))
            #expect(try session.reserveKeys(10, of: entity) == 201)
            _ = try session.commit(ledger.accounts(30...30))
            #expect(try session.reserveKeys(10, of: entity) == 211)
            let schema = ledger.configuration.options["schema"] ?? ""
            let inserted = try Outsider(TestServer.url()).run(
                """
                SET search_path = "\(schema)"; INSERT INTO "Owner" (name, granary_version)
                VALUES ('by psql', nextval('granary_version')) RETURNING id
                """)
            #expect(inserted == [["1"]])
            #expect(try session.reserveKeys(1, of: ledger.entity("Owner")) == 2)
        }
    }

    @Test func aSequenceThatIsGoneIsNamed() throws {
        let ledger = try Ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let schema = ledger.configuration.options["schema"] ?? ""
            try Outsider(TestServer.url()).run(
                "ALTER TABLE \"\(schema)\".\"Owner\" ALTER COLUMN id DROP IDENTITY")
            let error = failure { _ = try session.reserveKeys(1, of: ledger.entity("Owner")) }
            #expect(error?.code == .incompatible && error?.message.contains("“Owner”") == true)
            #expect(try session.reserveKeys(1, of: ledger.entity("Account")) == 1)
        }
    }

    @Test(arguments: Route.allCases) func textIsUTF8WhateverTheURLSays(_ route: Route) throws {
        let ledger = try Ledger(
            route == .pooled ? ["pooler": "transaction"] : [:],
            url: route.url() + "&client_encoding=LATIN1")
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let changes = try ledger.accounts(1...1)
            (changes.inserts[0].rows[0] as? Record)?.values[1] = .text("é")
            _ = try session.commit(changes)
            let schema = ledger.configuration.options["schema"] ?? ""
            let stored = try Outsider(TestServer.url()).run(
                "SELECT label = U&'\\00E9', octet_length(label) FROM \"\(schema)\".\"Account\"")
            #expect(stored == [["t", "2"]])
        }
    }

    @Test(arguments: Route.allCases)
    func othersMayInsertChangeAndBeNoticed(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let saved = try session.commit(ledger.accounts(1...2))
            let schema = ledger.configuration.options["schema"] ?? ""
            try Outsider(TestServer.url()).run(
                """
                SET search_path = "\(schema)"; UPDATE "Account" SET balance = 9, granary_version = nextval('granary_version')
                WHERE id = 1
                """)
            let result = try session.commit(ledger.balance(1, of: 1, version: saved.version))
            #expect(result.conflicts == [.init(entity: "Account", key: .integer(1))])
            #expect(try ledger.balances(session) == [1: 9, 2: 0])
        }
    }

    @Test func aFetchByIndexIsExplainedWithoutValues() throws {
        let ledger = try Ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...20_000))
            let schema = ledger.configuration.options["schema"] ?? ""
            try Outsider(TestServer.url()).run("ANALYZE \"\(schema)\".\"Account\"")
            var request = FetchRequest(entity: try ledger.entity("Account"))
            request.predicate = .compare(
                .equal, .attribute(path: [], name: "label"), .literal(.text("account 777")))
            let plan = try session.explain(request)
            #expect(plan.index == "Account_label_unique" && !plan.scansAllRows)
            #expect(plan.residual.isEmpty && plan.pushedDown.count == 1)
            #expect(!"\(plan)".contains("777"))
            #expect(plan.enginePlan.contains { $0.contains("using Account_label_unique on Account t0") })
            // What looks like a step, or like a separate line, is a value too.
            for text in ["a\n ->  secret", "secret: b", "\n  secret", "Seq Scan on secret t0 "] {
                request.predicate = .compare(
                    .equal, .attribute(path: [], name: "label"), .literal(.text(text)))
                let plan = try session.explain(request)
                #expect(!"\(plan)".contains("secret") && !plan.scansAllRows, "\(plan)")
            }
            request.predicate = nil
            request.sort = [SortTerm(.attribute(path: [], name: "balance"), isDescending: true)]
            request.limit = 10
            let sorted = try session.explain(request)
            #expect(sorted.index == "Account_balance_index" && !sorted.scansAllRows)
        }
    }

    @Test(arguments: Route.allCases)
    func anInterruptedSaveLeavesNothingAndTheSessionWorks(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let (first, second) = (try store.makeSession(), try store.makeSession())
            defer {
                first.end()
                second.end()
            }
            _ = try first.commit(ledger.accounts(1...1))
            let staging = try #require(first as? any StagingSession)
            _ = try staging.stage(ledger.balance(1, of: 1, version: nil))
            let holder = try #require((first as? PostgreSQLSession)?.staged?.save.transaction?.process)
            let interrupter = second.interrupter
            let interruption = OtherThread {
                defer { interrupter() }
                try Outsider(TestServer.url()).wait(until: Outsider.isAwaited(holder))
            }
            let error = failure { _ = try second.commit(ledger.balance(2, of: 1, version: nil)) }
            try interruption.finish()
            #expect(error?.code == .cancelled)
            try staging.finishStaged()
            #expect(try ledger.balances(second) == [1: 1])
            _ = try second.commit(ledger.balance(3, of: 1, version: nil))
            #expect(try ledger.balances(second) == [1: 3])
        }
    }

    @Test(arguments: Route.allCases)
    func aLateRequestToStopHitsNothingElse(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try #require(try store.makeSession() as? PostgreSQLSession)
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...100))
            for _ in 0..<20 {
                let before = session.connection
                _ = try ledger.balances(session)
                session.interrupter()
                #expect(failure { _ = try ledger.balances(session) }?.code == .cancelled)
                try session.refresh()
                #expect(try ledger.balances(session).count == 100)
                #expect(session.connection !== before && !session.interruption.hasReachedTarget)
            }
        }
    }

    @Test(arguments: Route.allCases)
    func nothingElseComesBetweenPreparingASaveAndFinishingIt(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try #require(try store.makeSession() as? any StagingSession)
            defer { session.end() }
            _ = try session.stage(ledger.accounts(1...1))
            #expect(failure { _ = try ledger.balances(session) }?.code == .unsupported)
            #expect(failure { _ = try session.commit(ledger.accounts(2...2)) }?.code == .unsupported)
            try session.finishStaged()
            #expect(try ledger.balances(session) == [1: 0])
            _ = try session.stage(ledger.accounts(2...2))
            session.abandonStaged()
            #expect(try ledger.balances(session) == [1: 0])
        }
    }

    @Test(arguments: Route.allCases)
    func recordsOfOldSavesDoNotPileUp(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let saves = "\"\(ledger.configuration.options["schema"] ?? "")\".granary_saves"
            let outsider = try Outsider(TestServer.url())
            try outsider.run(
                """
                INSERT INTO \(saves) SELECT gen_random_uuid(), now() - n * INTERVAL '1 hour'
                FROM generate_series(1, 48) AS n
                """)
            for id in 1...3 {
                let session = try store.makeSession()
                _ = try session.commit(ledger.accounts(Int64(id)...Int64(id)))
                session.end()
            }
            #expect(
                try outsider.run("SELECT count(*) FROM \(saves) WHERE time < now() - INTERVAL '1 day'")
                    == [["0"]])
            // The others' records of less than a day, and one of the connection's own.
            #expect(try outsider.run("SELECT count(*) FROM \(saves)") == [["24"]])
        }
    }

    @Test func keysOfATableOfAnotherStoreAreReservedBesides() throws {
        let first = try Ledger()
        let second = try Ledger(["lockTimeout": "1s"])
        try first.withStore { store in
            try second.withStore { other in
                let session = try #require(try store.makeSession() as? any StagingSession)
                let beside = try other.makeSession()
                defer {
                    session.end()
                    beside.end()
                }
                // The prepared save holds the lock of its sequence.
                _ = try session.stage(first.accounts(100...100))
                #expect(try beside.reserveKeys(1, of: second.entity("Account")) == 1)
                try session.finishStaged()
            }
        }
    }

    @Test(arguments: Route.allCases)
    func twoSavesThatLockTheSameRowsDoNotWaitForEachOther(_ route: Route) async throws {
        let ledger = try route.ledger()
        let store = try ledger.open()
        defer {
            try? store.close()
            ledger.destroy()
        }
        let session = try store.makeSession()
        _ = try session.commit(ledger.accounts(1...50))
        session.end()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let session = try store.makeSession()
                    defer { session.end() }
                    for round in 0..<20 {
                        var changes = ChangeSet()
                        let ids = worker % 2 == 0 ? Array(1...50) : Array((1...50).reversed())
                        for id in ids {
                            changes.updates += try ledger.balance(Int64(round), of: Int64(id), version: nil)
                                .updates
                        }
                        _ = try session.commit(changes)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
