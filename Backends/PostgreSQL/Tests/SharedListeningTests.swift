import Granary
import GranaryPostgreSQL
import GranaryTestSupport
import Synchronization
import Testing

/// Stores on one server that listen for the saves of others over one connection.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct SharedListeningTests {
    /// What a store reports to its watcher.
    private final class Watcher: StoreWatcher {
        private struct State {
            var saves: [Set<String>?] = []
            var failures = 0
        }

        private let state: Mutex<State> = Mutex(State())

        func othersHaveSaved(in tables: Set<String>?) { state.withLock { $0.saves.append(tables) } }
        func watchingFailed(_ error: GranaryError) { state.withLock { $0.failures += 1 } }

        var saves: [Set<String>?] { state.withLock { $0.saves } }
        var failures: Int { state.withLock { $0.failures } }

        /// Waits for so many tellings, a minute at most.
        func wait(for count: Int) throws {
            let deadline = Deadline(millisecondsFromNow: 60_000)
            let monitor = Monitor()
            while saves.count < count {
                try #require(!deadline.isPast, "\(saves.count) of \(count) saves were told")
                monitor.withLock { _ = monitor.wait(until: Deadline(millisecondsFromNow: 2)) }
            }
        }
    }

    private func with(
        _ count: Int, _ body: (SharedLedgers, [Watcher], Outsider) throws -> Void
    ) throws {
        try SharedLedgers.with(count, .direct, ["sessions": "2"], followsOthers: true) { shared in
            let watchers = try shared.stores.map { store in
                let watcher = Watcher()
                try #require(store as? any WatchedStore).watch(watcher)
                return watcher
            }
            try body(shared, watchers, try Outsider(TestServer.url()))
        }
    }

    /// Saves in a store as another program does.
    private func saveElsewhere(_ id: Int64, in ledger: Ledger) throws {
        let store = try ledger.open()
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        _ = try session.commit(ledger.accounts(id...id))
    }

    private func listening(_ shared: SharedLedgers) -> String {
        "(SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%LISTEN%' AND application_name = '\(shared.mark)')"
    }

    @Test func eachStoreIsToldOfItsOwnOverOneConnection() throws {
        try with(4) { shared, watchers, outsider in
            #expect(try outsider.run("SELECT \(listening(shared))") == [["1"]])
            for position in 0..<4 {
                try shared.session(position) { _ = try $0.commit($1.accounts(1...1)) }
                try saveElsewhere(2, in: shared.ledgers[position])
                try watchers[position].wait(for: 1)
            }
            for watcher in watchers { #expect(watcher.saves == [["Account"]] && watcher.failures == 0) }
            // What is left goes on.
            for position in 0..<3 { try shared.stores[position].close() }
            try saveElsewhere(3, in: shared.ledgers[0])
            try saveElsewhere(3, in: shared.ledgers[3])
            try watchers[3].wait(for: 2)
            #expect(watchers[0].saves.count == 1)
            try shared.stores[3].close()
            try outsider.wait(until: "\(shared.count) = 0")
        }
    }

    @Test func aLostConnectionIsOpenedAgainForAll() throws {
        try with(3) { shared, watchers, outsider in
            try outsider.run(
                """
                SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                WHERE query LIKE '%LISTEN%' AND application_name = '\(shared.mark)'
                """)
            for watcher in watchers {
                try watcher.wait(for: 1)
                #expect(watcher.saves == [nil] && watcher.failures > 0)
            }
            try saveElsewhere(1, in: shared.ledgers[1])
            try watchers[1].wait(for: 2)
            #expect(watchers[1].saves == [nil, ["Account"]])
            #expect(try outsider.run("SELECT \(listening(shared))") == [["1"]])
        }
    }

    @Test func storesComeAndGoWhileOthersListen() throws {
        try with(2) { shared, watchers, outsider in
            for round in Int64(1)...10 {
                let again = try shared.openAgain(1)
                let watcher = Watcher()
                try #require(again as? any WatchedStore).watch(watcher)
                try saveElsewhere(round, in: shared.ledgers[1])
                try watcher.wait(for: 1)
                try watchers[1].wait(for: Int(round))
                try again.close()
                let told = watcher.saves.count
                try saveElsewhere(round, in: shared.ledgers[0])
                try watchers[0].wait(for: Int(round))
                #expect(watcher.saves.count == told)
            }
            #expect(try outsider.run("SELECT \(listening(shared))") == [["1"]])
        }
    }
}
