#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// If a connection is lost around a commit, it is still known whether the save was committed.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct CommitResolutionTests {
    /// Runs a body with a store whose connections go through a proxy.
    private func withProxy(
        _ route: Route, _ options: [String: String] = [:],
        _ body: (Ledger, any Store, ConnectionProxy) throws -> Void
    ) throws {
        let port = try #require(UInt16(route.url().split(separator: ":")[2].prefix { $0.isNumber }))
        let proxy = try ConnectionProxy(to: port)
        defer { proxy.stop() }
        let ledger = try route.ledger(
            ["port": "\(proxy.port)", "resolveTimeout": "20s"].merging(options) { $1 })
        try ledger.withStore { try body(ledger, $0, proxy) }
    }

    @Test(arguments: Route.allCases)
    func aCommitWhoseAnswerIsLostIsFoundToBeCommitted(_ route: Route) throws {
        try withProxy(route) { ledger, store, proxy in
            let session = try #require(try store.makeSession() as? any StagingSession)
            defer { session.end() }
            _ = try session.stage(ledger.accounts(1...100, balance: 5))
            proxy.arm(.loseAnswer)
            try session.finishStaged()
            #expect(try ledger.balances(session).count == 100)
            _ = try session.commit(ledger.accounts(101...101))
            #expect(try ledger.balances(session).count == 101)
        }
    }

    /// The answer of a server, or of a program before it, that does not know what became of the commit.
    private static let unknown: [UInt8] = {
        let fields = Array("SERROR\u{0}VERROR\u{0}C40003\u{0}Munknown\u{0}\u{0}".utf8)
        let length = UInt32(fields.count + 4)
        let bytes = withUnsafeBytes(of: length.bigEndian) { Array($0) }
        return [UInt8(ascii: "E")] + bytes + fields + [UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")]
    }()

    /// Without TLS, so that the proxy can speak; and straight, since the pooler reads the answer too.
    @Test(.enabled(if: TestServer.environment("GRANARY_POSTGRES_FAST") == "1"))
    func aCommitOfWhichTheServerDoesNotKnowTheOutcomeIsFoundToBeCommitted() throws {
        try withProxy(.direct, ["tls": "disable"]) { ledger, store, proxy in
            let session = try #require(try store.makeSession() as? any StagingSession)
            defer { session.end() }
            _ = try session.stage(ledger.accounts(1...100, balance: 5))
            proxy.arm(.exchangeAnswer(Self.unknown))
            try session.finishStaged()
            #expect(try ledger.balances(session).count == 100)
            _ = try session.commit(ledger.accounts(101...101))
            #expect(try ledger.balances(session).count == 101)
        }
    }

    @Test(arguments: Route.allCases)
    func aRequestToStopDoesNotLeaveTheOutcomeUnknown(_ route: Route) throws {
        try withProxy(route) { ledger, store, proxy in
            let session = try #require(try store.makeSession() as? any StagingSession)
            defer { session.end() }
            _ = try session.stage(ledger.accounts(1...100))
            proxy.arm(.loseAnswer)
            session.interrupter()
            let error = failure { try session.finishStaged() }
            // The server may have stopped the commit before it was one.
            #expect(error == nil || error?.code == .unavailable, "\(error?.message ?? "")")
            _ = failure { try session.refresh() }
            #expect(try ledger.balances(session).count == (error == nil ? 100 : 0))
        }
    }

    @Test(arguments: Route.allCases) func onlyTheTransactionOfTheSaveIsEnded(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try #require(try store.makeSession() as? PostgreSQLSession)
            let other = try #require(try store.makeSession() as? PostgreSQLSession)
            defer {
                session.end()
                other.end()
            }
            _ = try session.stage(ledger.accounts(1...1))
            let found = try #require(session.staged?.save.transaction)
            let end = { (number: String, process: Int64, begin: Int64) in
                try other.connection.run(
                    SaveIdentifier.end, .text(number), .integer(process), .integer(begin))?.count
            }
            #expect(try end("3", found.process, found.begin) == 0)
            #expect(try end(found.number, found.process + 1, found.begin) == 0)
            #expect(try end(found.number, found.process, found.begin + 1) == 0)
            try session.finishStaged()
            _ = try session.stage(ledger.accounts(2...2))
            let next = try #require(session.staged?.save.transaction)
            #expect(try end(next.number, next.process, next.begin) == 1)
            #expect(failure { try session.finishStaged() }?.code == .unavailable)
            #expect(try ledger.balances(session) == [1: 0])
        }
    }

    @Test(arguments: Route.allCases) func aSilentConnectionIsReplaced(_ route: Route) throws {
        // So long is the silence waited out; the next connection must be made within it on a busy machine too.
        try withProxy(route, ["checkAfter": "0", "connectTimeout": "5s"]) { ledger, store, proxy in
            let first = try store.makeSession()
            _ = try first.commit(ledger.accounts(1...3))
            first.end()
            proxy.arm(.keepSilent)
            let second = try store.makeSession()
            defer { second.end() }
            #expect(try ledger.balances(second).count == 3)
        }
    }

    @Test(arguments: Route.allCases)
    func aCommitThatNeverArrivesIsFoundNotToBeCommittedAndStaysSo(_ route: Route) throws {
        try withProxy(route) { ledger, store, proxy in
            let session = try #require(try store.makeSession() as? any StagingSession)
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...1, balance: 1))
            let result = try session.stage(ledger.balance(2, of: 1, version: nil))
            #expect(result.conflicts.isEmpty)
            proxy.arm(.loseRequest)
            let error = failure { try session.finishStaged() }
            #expect(
                error?.code == .unavailable && error?.message.contains("nothing of it was written") == true)
            // The server's side of the lost connection is gone, so its locks are too.
            _ = try session.commit(ledger.balance(3, of: 1, version: nil))
            #expect(try ledger.balances(session) == [1: 3])
        }
    }

    @Test(arguments: Route.allCases)
    func anInquiryWhoseAnswerIsLostIsNotTakenForTheSave(_ route: Route) throws {
        try withProxy(route) { ledger, store, proxy in
            let session = try #require(try store.makeSession() as? PostgreSQLSession)
            defer { session.end() }
            _ = try session.stage(ledger.accounts(1...1))
            let save = try #require(session.staged?.save)
            let process = try #require(save.transaction?.process)
            let saves = "\"\(ledger.configuration.options["schema"] ?? "")\".granary_saves"
            let outsider = try Outsider(TestServer.url())
            // The save is never committed, and the inquiry has to wait until its answer is going to be lost.
            try outsider.run("SELECT pg_terminate_backend(\(process), 60000)")
            try outsider.run("BEGIN; INSERT INTO \(saves) (id) VALUES ('\(save.id)')")
            let losing = OtherThread {
                defer { _ = try? outsider.run("ROLLBACK") }
                try outsider.wait(until: Outsider.isAwaited)
                proxy.arm(.loseAnswer)
            }
            let error = failure { try session.finishStaged() }
            try losing.finish()
            #expect(
                error?.code == .unavailable && error?.message.contains("nothing of it was written") == true)
            #expect(try ledger.balances(session).isEmpty)
            #expect(try outsider.run("SELECT count(*) FROM \(saves)") == [["0"]])
            _ = try session.commit(ledger.accounts(1...1))
            #expect(try ledger.balances(session).count == 1)
        }
    }

    @Test(arguments: Route.allCases)
    func aConnectionLostBetweenUnitsOfWorkIsReplaced(_ route: Route) throws {
        try withProxy(route) { ledger, store, proxy in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...3))
            proxy.cut()
            _ = try session.commit(ledger.accounts(4...4))
            proxy.cut()
            #expect(try ledger.balances(session).count == 4)
        }
    }

    @Test(arguments: Route.allCases)
    func aConnectionLostInASnapshotIsATypedErrorAndTheNextSnapshotWorks(_ route: Route) throws {
        try withProxy(route) { ledger, store, proxy in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...3))
            #expect(try ledger.balances(session).count == 3)
            proxy.cut()
            let first = failure { _ = try ledger.balances(session) }
            #expect(first?.code == .unavailable)
            let second = failure { _ = try ledger.balances(session) }
            #expect(second?.code == .conflict && second?.code.isRetryable == true)
            try session.refresh()
            #expect(try ledger.balances(session).count == 3)
        }
    }

    @Test func aRequestToStopEndsTheWaitForAnotherConnection() throws {
        try withProxy(.direct, ["connectTimeout": "60s"]) { ledger, store, proxy in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...3))
            proxy.fallSilent()
            proxy.cut()
            let interrupter = session.interrupter
            let interruption = OtherThread {
                defer { interrupter() }
                while proxy.ignored == 0 { usleep(1_000) }
            }
            let error = failure { _ = try session.commit(ledger.accounts(4...4)) }
            try interruption.finish()
            #expect(error?.code == .cancelled)
            proxy.fallSilent(false)
            #expect(try ledger.balances(session).count == 3)
        }
    }
}
