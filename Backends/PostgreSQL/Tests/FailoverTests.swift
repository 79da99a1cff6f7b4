import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// Of several hosts the one is used that takes changes, also when that becomes another one.
@Suite(.enabled(if: TestServer.isWanted), .serialized, .timeLimit(.minutes(3))) struct FailoverTests {
    /// A server and its replica, which tests kill and promote.
    private struct Pair {
        let server: OwnServer
        let replica: String

        init() throws {
            server = try OwnServer()
            do {
                replica = try server.startReplica()
            } catch {
                server.stop()
                throw error
            }
        }

        /// The URL of the replica.
        var replicaURL: String { server.url.replacing(":\(server.port)/", with: ":\(replica)/") }

        /// A schema of the pair, whose hosts are tried in an order.
        func ledger(_ ports: [String], _ options: [String: String] = [:]) throws -> Ledger {
            let hosts = ports.map { _ in "localhost" }.joined(separator: ",")
            let all = ["host": hosts, "port": ports.joined(separator: ",")]
            return try Ledger(all.merging(options) { $1 }, url: server.url)
        }

        /// Waits until the replica has everything that is committed.
        func follow() throws {
            try Outsider(server.url).wait(
                until: "SELECT bool_and(replay_lsn >= pg_current_wal_lsn()) FROM pg_stat_replication")
        }

        func promote() throws { try Outsider(replicaURL).run("SELECT pg_promote(true, 60)") }
    }

    private func isReplica(_ store: any Store) throws -> Bool {
        let session = try #require(try store.makeSession() as? PostgreSQLSession)
        defer { session.end() }
        return try session.connection.run("SELECT pg_is_in_recovery()")?.bool(0, 0) == true
    }

    @Test func aReplicaIsPassedOverUnlessItWillDo() throws {
        let pair = try Pair()
        defer { pair.server.stop() }
        var ledger = try pair.ledger([pair.replica, pair.server.port])
        let store = try ledger.open()
        #expect(try !isReplica(store))
        let session = try store.makeSession()
        _ = try session.commit(ledger.accounts(1...3))
        session.end()
        try store.close()
        try pair.follow()

        // A store that is only read takes the first host, or the one that is asked for.
        ledger.configuration.isReadOnly = true
        for (ports, target) in [([pair.replica, pair.server.port], nil), (["1", pair.replica], "standby")] {
            ledger.configuration.options["port"] = ports.joined(separator: ",")
            ledger.configuration.options["target"] = target
            let reading = try ledger.open()
            #expect(try isReplica(reading))
            let session = try reading.makeSession()
            #expect(try ledger.balances(session).count == 3)
            session.end()
            try reading.close()
        }

        // Where there is only a replica, nothing is written.
        ledger.configuration.isReadOnly = false
        ledger.configuration.options["port"] = "\(pair.replica),\(pair.replica)"
        ledger.configuration.options["target"] = nil
        let refused = failure { _ = try ledger.open() }
        #expect(refused?.code == .unavailable && refused?.message.contains("replica") == true)
        ledger.configuration.options["host"] = "localhost"
        ledger.configuration.options["port"] = pair.replica
        let replica = try ledger.open()
        let writing = try replica.makeSession()
        #expect(failure { _ = try writing.commit(ledger.accounts(4...4)) }?.code == .denied)
        writing.end()
        try replica.close()
    }

    @Test func theNextHostTakesOverAndALostSaveIsResolvedThere() throws {
        let pair = try Pair()
        defer { pair.server.stop() }
        let ledger = try pair.ledger([pair.server.port, pair.replica], ["resolveTimeout": "60s"])
        let store = try ledger.open()
        defer { try? store.close() }
        let idle = try store.makeSession()
        let session = try #require(try store.makeSession() as? PostgreSQLSession)
        defer { session.end() }
        _ = try session.commit(ledger.accounts(1...3))
        #expect(try ledger.balances(idle).count == 3)
        idle.end()
        _ = try session.stage(ledger.accounts(4...4))
        let process = try #require(session.staged?.save.transaction?.process)
        try pair.follow()
        // A process of the server that runs on briefly after it could still commit.
        let witness = try Outsider(pair.server.url)
        try witness.run("SELECT pg_terminate_backend(\(process), 60000)")
        pair.server.kill()
        try witness.waitForEnd()
        // Until the replica takes changes there is nobody who could know.
        let promotion = OtherThread { try pair.promote() }
        let error = failure { try session.finishStaged() }
        try promotion.finish()
        #expect(
            error?.code == .unavailable && error?.message.contains("nothing of it was written") == true)
        _ = try session.commit(ledger.accounts(5...5))
        // The pool still holds connections to the server that is gone.
        let other = try store.makeSession()
        defer { other.end() }
        #expect(try ledger.balances(other).keys.sorted() == [1, 2, 3, 5])
    }

    /// The condition that somebody's commit waits for a replica.
    private func isWaiting(_ process: String) -> String {
        "EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND \(process))"
    }

    @Test func aSaveThatWaitedForAReplicaIsNotReportedAsDoneWithoutIt() throws {
        let server = try OwnServer()
        defer { server.stop() }
        let ledger = try Ledger(["resolveTimeout": "3s"], url: server.url)
        let store = try ledger.open()
        defer { try? store.close() }
        let session = try #require(try store.makeSession() as? PostgreSQLSession)
        defer { session.end() }
        _ = try session.stage(ledger.accounts(1...1))
        let process = try #require(session.staged?.save.transaction?.process)
        let outsider = try Outsider(server.url)
        // Commits now wait for a replica that does not exist; that they do shows by those of somebody else.
        try outsider.run("CREATE TABLE public.probe (number int); CHECKPOINT")
        try outsider.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try outsider.run("SELECT pg_reload_conf()")
        let probe = OtherThread {
            let other = try Outsider(server.url)
            while try other.run("SELECT FROM public.probe WHERE number = 0").isEmpty {
                try other.run("INSERT INTO public.probe VALUES (1)")
            }
        }
        try outsider.wait(until: isWaiting("pid <> \(process)"))
        let isLate = isWaiting("pid = \(process)")
        let loss = OtherThread {
            try outsider.wait(until: isLate)
            try outsider.run("SELECT pg_terminate_backend(\(process))")
        }
        #expect(failure { try session.finishStaged() }?.code == .outcomeUnknown)
        try loss.finish()
        try outsider.run("ALTER SYSTEM RESET synchronous_standby_names")
        try outsider.run("SELECT pg_reload_conf()")
        try outsider.run("INSERT INTO public.probe VALUES (0)")
        try probe.finish()
        #expect(try ledger.balances(session) == [1: 0])
    }
}
