import Granary
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// A store that stays open while another program changes its tables.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct OutdatedStoreTests {
    /// The ledger with an attribute that was added and one that has another kind.
    private static func newer() throws -> Schema {
        let account = ModelDescription(
            name: "Account",
            attributes: [
                .init("id", .integer), .init("label", .text, isUnique: true),
                .init("balance", .text, isIndexed: true), .init("ratio", .real, isOptional: true),
                .init("note", .json), .init("more", .integer, defaultValue: .integer(7)),
            ], relationships: [.init("owner", to: "Owner", isToMany: false)], key: ["id"])
        let owner = ModelDescription(
            name: "Owner", attributes: [.init("id", .integer), .init("name", .text)],
            relationships: [.init("accounts", to: "Account", isToMany: true, inverse: "owner")], key: ["id"])
        return try Schema("Ledger", descriptions: [(account, nil), (owner, nil)])
    }

    private static func migrate(_ ledger: Ledger) throws {
        var request = ledger.request(try newer())
        request.configuration.onIncompatible = .migrate
        try StorePreparation(request, PostgreSQLStore.self).open().close()
    }

    @Test(arguments: Route.allCases) func neitherReadsNorSavesGoOnAfterAMigration(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...3, balance: 5))
            #expect(try ledger.balances(session).count == 3)
            try session.refresh()
            try Self.migrate(ledger)
            for _ in 0..<2 {
                expectError(.newer) { _ = try ledger.balances(session) }
                expectError(.newer) { _ = try session.commit(ledger.accounts(4...4)) }
                let other = try store.makeSession()
                expectError(.newer) { _ = try other.missing([.integer(1)], of: ledger.entity("Account")) }
                other.end()
            }
        }
    }

    /// It has no files that could be missed; every request says so itself, also that of a health check.
    @Test(arguments: Route.allCases) func aSchemaThatIsDroppedIsMissed(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try session.commit(ledger.accounts(1...3, balance: 5))
            try session.refresh()
            let schema = ledger.configuration.options["schema"] ?? ""
            try Outsider(TestServer.url()).run("DROP SCHEMA \"\(schema)\" CASCADE")
            try store.requireInPlace()
            for _ in 0..<2 {
                expectError(.incompatible) { _ = try ledger.balances(session) }
                try session.refresh()
                expectError(.incompatible) { _ = try session.commit(ledger.accounts(4...4)) }
                try session.refresh()
            }
        }
    }

    /// Work with a separate session, which has to get an error that the store is newer.
    private static func told(
        _ store: any Store, _ body: @escaping @Sendable (any StoreSession) throws -> Void
    ) -> OtherThread {
        OtherThread {
            let session = try store.makeSession()
            defer { session.end() }
            let error = failure { try body(session) }
            if error?.code != .newer { throw NotTold(error: error) }
        }
    }

    private struct NotTold: Error { let error: GranaryError? }

    /// A migration waits for transactions that have begun, and one that begins during it waits for its end.
    @Test(arguments: Route.allCases) func aReadThatWaitsForAMigrationIsTold(_ route: Route) throws {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let reader = try store.makeSession()
            defer { reader.end() }
            _ = try reader.commit(ledger.accounts(1...3, balance: 5))
            #expect(try ledger.balances(reader).count == 3)
            let outsider = try Outsider(TestServer.url())
            let migration = OtherThread { try Self.migrate(ledger) }
            let schema = ledger.configuration.options["schema"] ?? ""
            func isWaiting(_ count: Int) -> String {
                "(SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT l.granted AND n.nspname = '\(schema)') >= \(count)"
            }
            try outsider.wait(until: isWaiting(1))
            // What has begun goes on with its snapshot.
            #expect(try ledger.balances(reader) == [1: 5, 2: 5, 3: 5])
            let reading = Self.told(store) { _ = try ledger.balances($0) }
            let saving = Self.told(store) { _ = try $0.commit(ledger.accounts(4...4)) }
            try outsider.wait(until: isWaiting(3))
            try reader.refresh()
            try migration.finish()
            try reading.finish()
            try saving.finish()
            #expect(try outsider.run("SELECT count(*) FROM \"\(schema)\".\"Account\"") == [["3"]])
        }
    }

    @Test(arguments: Route.allCases) func whatChangesNothingThatIsReadLetsTheStoreGoOn(_ route: Route) throws
    {
        let ledger = try route.ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let outsider = try Outsider(TestServer.url())
            let schema = ledger.configuration.options["schema"] ?? ""
            let texts = [
                "CREATE INDEX mine ON \"\(schema)\".\"Account\" (balance)",
                "VACUUM FULL \"\(schema)\".granary_schema",
                "CREATE TABLE \"\(schema)\".other (a int)", "VACUUM FULL \"\(schema)\".\"Account\"",
            ]
            for (number, text) in texts.enumerated() {
                // The snapshot before ends first, which holds locks that the statement waits for.
                try session.refresh()
                try outsider.run(text)
                let id = Int64(number + 1)
                _ = try session.commit(ledger.accounts(id...id))
                #expect(try ledger.balances(session).count == number + 1)
            }
            try outsider.run("DROP TABLE \"\(schema)\".other")
        }
    }
}
