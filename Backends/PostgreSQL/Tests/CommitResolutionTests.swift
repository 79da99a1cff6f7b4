import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// A connection that is lost around a commit leaves no doubt about the save.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct CommitResolutionTests {
    /// Runs a body with a store whose connections go through a proxy.
    private func withProxy(_ body: (Ledger, any Store, TestProxy) throws -> Void) throws {
        let url = try TestServer.url()
        let port = try #require(UInt16(url.split(separator: ":")[2].prefix { $0.isNumber }))
        let proxy = try TestProxy(to: port)
        defer { proxy.stop() }
        let ledger = try Ledger(["port": "\(proxy.port)", "resolveTimeout": "20s"])
        try ledger.withStore { try body(ledger, $0, proxy) }
    }

    @Test func aCommitWhoseAnswerIsLostIsFoundToBeCommitted() throws {
        try withProxy { ledger, store, proxy in
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

    @Test func aCommitThatNeverArrivesIsFoundNotToBeCommittedAndStaysSo() throws {
        try withProxy { ledger, store, proxy in
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

    @Test func aConnectionLostBetweenUnitsOfWorkIsReplaced() throws {
        try withProxy { ledger, store, proxy in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...3))
            proxy.cut()
            _ = try session.commit(ledger.accounts(4...4))
            proxy.cut()
            #expect(try ledger.balances(session).count == 4)
        }
    }

    @Test func aConnectionLostInASnapshotIsATypedErrorAndTheNextSnapshotWorks() throws {
        try withProxy { ledger, store, proxy in
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
}
