import FoundationEssentials
import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// What is found in the database decides what opening does, and nothing that does not fit is touched.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct OpeningTests {
    private func outsider() throws -> Outsider { try Outsider(TestServer.url()) }

    private func schemaName(_ ledger: Ledger) -> String { ledger.configuration.options["schema"] ?? "" }

    @Test func tablesAreOrdinaryOnesWithOrdinaryTypes() throws {
        let ledger = try Ledger()
        try ledger.withStore { _ in
            let rows = try outsider().run(
                """
                SELECT column_name, data_type, collation_name, is_nullable, is_identity FROM information_schema.columns
                WHERE table_schema = '\(schemaName(ledger))' AND table_name = 'Account' ORDER BY ordinal_position
                """)
            #expect(
                rows == [
                    ["id", "bigint", nil, "NO", "YES"], ["label", "text", "C", "NO", "NO"],
                    ["balance", "bigint", nil, "NO", "NO"], ["ratio", "double precision", nil, "YES", "NO"],
                    ["note", "jsonb", nil, "NO", "NO"], ["owner_id", "bigint", nil, "YES", "NO"],
                    ["granary_version", "bigint", nil, "NO", "NO"],
                ])
            let constraints = try outsider().run(
                """
                SELECT pg_get_constraintdef(oid) FROM pg_constraint
                WHERE conrelid = '"\(schemaName(ledger))"."Account"'::regclass AND contype IN ('f', 'u') ORDER BY contype
                """)
            #expect(constraints[0][0]?.hasSuffix("DEFERRABLE INITIALLY DEFERRED") == true)
            #expect(constraints[1] == ["UNIQUE (label) DEFERRABLE INITIALLY DEFERRED"])
        }
    }

    @Test func aStoreIsOpenedAgainAsItself() throws {
        let ledger = try Ledger()
        defer { ledger.destroy() }
        let first = try ledger.open()
        let identity = first.identity
        try first.close()
        let second = try ledger.open()
        #expect(second.identity == identity)
        try second.close()
    }

    @Test func aSchemaOfSomebodyElseIsRefusedAndLeftAlone() throws {
        let ledger = try Ledger()
        let name = schemaName(ledger)
        let outsider = try outsider()
        try outsider.run("CREATE SCHEMA \"\(name)\"; CREATE TABLE \"\(name)\".own (x int)")
        defer { _ = try? outsider.run("DROP SCHEMA \"\(name)\" CASCADE") }
        #expect(failure { _ = try ledger.open() }?.code == .foreign)
        try PostgreSQLStore.destroy(ledger.configuration)
        let left = try outsider.run(
            "SELECT relname FROM pg_class WHERE relnamespace = '\"\(name)\"'::regnamespace")
        #expect(left == [["own"]])
    }

    @Test func aNewerFormatAndMissingTablesAreRefused() throws {
        let ledger = try Ledger()
        defer { ledger.destroy() }
        try ledger.open().close()
        let outsider = try outsider()
        let name = schemaName(ledger)
        try outsider.run("UPDATE \"\(name)\".granary_store SET format = 99")
        #expect(failure { _ = try ledger.open() }?.code == .newer)
        try outsider.run("UPDATE \"\(name)\".granary_store SET format = 1")
        try outsider.run("ALTER TABLE \"\(name)\".granary_saves RENAME TO other")
        #expect(failure { _ = try ledger.open() }?.code == .corrupt)
        try outsider.run("ALTER TABLE \"\(name)\".other RENAME TO granary_saves")
        try ledger.open().close()
    }

    @Test(arguments: [
        ("ALTER TABLE \"Account\" DROP COLUMN ratio", "has no column “ratio”"),
        ("ALTER TABLE \"Account\" ALTER COLUMN ratio TYPE text", "as text, not real"),
        ("ALTER TABLE \"Account\" ALTER COLUMN ratio TYPE int4", "of another type"),
        ("ALTER TABLE \"Account\" ALTER COLUMN ratio SET NOT NULL", "required, not optional"),
        ("DROP INDEX \"Account_balance_index\"", "has no index on balance"),
        ("ALTER TABLE \"Account\" DROP CONSTRAINT owner_id_reference", "other foreign keys"),
        (
            "ALTER TABLE \"Account\" ALTER COLUMN label TYPE text COLLATE \"und-x-icu\"",
            "has the column “label” in another collation"
        ),
        ("ALTER TABLE \"Account\" ALTER COLUMN id DROP IDENTITY", "“id” without a sequence of keys"),
        (
            "ALTER TABLE \"Account\" ALTER COLUMN id SET GENERATED ALWAYS",
            "“id” with keys that only the server"
        ),
        (
            "ALTER TABLE \"Account\" DROP CONSTRAINT \"Account_label_unique\", ADD UNIQUE (label)",
            "“Account_label_key” not DEFERRABLE INITIALLY DEFERRED"
        ),
        (
            "ALTER TABLE \"Account\" ALTER CONSTRAINT owner_id_reference DEFERRABLE INITIALLY IMMEDIATE",
            "“owner_id_reference” not DEFERRABLE INITIALLY DEFERRED"
        ),
        (
            """
            ALTER TABLE "Account" DROP CONSTRAINT owner_id_reference, ADD CONSTRAINT other FOREIGN KEY (owner_id) \
            REFERENCES "Owner" (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            """, "“other” not NO ACTION"
        ),
    ])
    func whatDoesNotFitTheSchemaIsNamed(_ change: (statement: String, finding: String)) throws {
        let ledger = try Ledger()
        defer { ledger.destroy() }
        try ledger.open().close()
        try outsider().run("SET search_path = \"\(schemaName(ledger))\"; \(change.statement)")
        let error = try #require(failure { _ = try ledger.open() })
        #expect(error.code == .incompatible && error.message.contains(change.finding), "\(error.message)")
    }

    /// What others may do without keeping a store from being opened.
    @Test(arguments: [
        "CREATE INDEX further ON \"Account\" (ratio)",
        "CREATE UNIQUE INDEX further ON \"Account\" (ratio) WHERE ratio > 100",
        "ALTER TABLE \"Account\" ALTER COLUMN label TYPE text COLLATE \"POSIX\"",
        """
        ALTER TABLE "Account" ALTER COLUMN id DROP IDENTITY; CREATE SEQUENCE ids OWNED BY "Account".id;
        ALTER TABLE "Account" ALTER COLUMN id SET DEFAULT nextval('ids')
        """,
    ])
    func whatDoesNoHarmIsNoDifference(_ statement: String) throws {
        let ledger = try Ledger()
        defer { ledger.destroy() }
        try ledger.open().close()
        try outsider().run("SET search_path = \"\(schemaName(ledger))\"; \(statement)")
        try ledger.open().close()
    }

    /// The models of a ledger, and one attribute more.
    private static func laterSchema() throws -> Schema {
        var account = Account.modelDescription
        account.attributes.append(.init("motto", .text, isOptional: true))
        return try Schema(
            "Ledger", descriptions: [(account, nil), (Owner.modelDescription, nil)],
            configurations: ["Default": [account.name, Owner.modelDescription.name]])
    }

    /// Changes of others, each with a finding that names it.
    @Test(arguments: [
        ("ALTER TABLE \"Account\" ADD COLUMN extra text DEFAULT 'kept'", "has the column “extra”"),
        ("ALTER TABLE \"Account\" RENAME COLUMN ratio TO other", "has no column “ratio”"),
        ("DROP INDEX \"Account_balance_index\"", "has no index on balance"),
    ])
    func tablesThatOthersHaveChangedAreNotMigrated(_ change: (statement: String, finding: String)) throws {
        var ledger = try Ledger()
        defer { ledger.destroy() }
        try ledger.open().close()
        ledger.configuration.onIncompatible = .migrate
        let name = schemaName(ledger)
        let outsider = try outsider()
        try outsider.run("SET search_path = \"\(name)\"; \(change.statement)")
        let columns = """
            SELECT table_name, column_name, data_type FROM information_schema.columns
            WHERE table_schema = '\(name)' ORDER BY 1, 2
            """
        let before = try outsider.run(columns)
        // By the plan alone, and by code, which works on a copy.
        for isCoded in [false, true] {
            let schema = try Self.laterSchema()
            let migration = Migration(from: ledger.schema, to: schema) { _ in }
            let error = failure {
                try StorePreparation(ledger.request(schema), PostgreSQLStore.self, isCoded ? [migration] : [])
                    .open().close()
            }
            #expect(error?.code == .incompatible && error?.message.contains(change.finding) == true)
            #expect(error?.context.store == "Default")
            #expect(try outsider.run(columns) == before)
        }
        let copies = try outsider.run(
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE '\(name.prefix(23))\\_%\\_%'")
        #expect(copies == [])
    }

    @Test func anIncompatibleStoreIsMovedAsideWhenAsked() throws {
        var ledger = try Ledger()
        defer { ledger.destroy() }
        try ledger.open().close()
        let name = schemaName(ledger)
        let outsider = try outsider()
        try outsider.run("ALTER TABLE \"\(name)\".\"Account\" DROP COLUMN ratio")
        ledger.configuration.onIncompatible = .moveAside
        try ledger.open().close()
        let aside = try outsider.run(
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE '\(name.prefix(23))\\_%\\_2%'")
        #expect(aside.count == 1)
        try outsider.run("DROP SCHEMA \"\(aside[0][0] ?? "")\" CASCADE")
    }

    @Test func aReadOnlyStoreIsNeitherMadeNorWritten() throws {
        var ledger = try Ledger()
        defer { ledger.destroy() }
        ledger.configuration.isReadOnly = true
        #expect(failure { _ = try ledger.open() }?.code == .notFound)
        ledger.configuration.isReadOnly = false
        try ledger.open().close()
        ledger.configuration.isReadOnly = true
        let store = try ledger.open()
        let session = try store.makeSession()
        #expect(failure { _ = try session.commit(ledger.accounts(1...1)) }?.code == .denied)
        session.end()
        try store.close()
    }

    @Test func aDeadHostDoesNotKeepTheNextFromBeingTried() throws {
        let port = try TestServer.url().split(separator: ":")[2].prefix { $0.isNumber }
        let dead = try LoopbackListener()
        for target in ["read-write", "prefer-standby"] {
            // The one that is alive must take the connection within the same time, on a busy machine too.
            let ledger = try Ledger([
                "host": "localhost,localhost", "port": "\(dead.port),\(port)", "connectTimeout": "3s",
                "target": target,
            ])
            let store = try ledger.open()
            let session = try store.makeSession()
            #expect(try ledger.balances(session).isEmpty)
            session.end()
            try store.close()
            var plain = ledger
            for option in ["host", "port", "target"] { plain.configuration.options[option] = nil }
            plain.destroy()
        }
    }

    @Test func destroyingRemovesTheSchemaUnlessOthersUseIt() throws {
        let ledger = try Ledger()
        let name = schemaName(ledger)
        let outsider = try outsider()
        let count = "SELECT count(*) FROM pg_namespace WHERE nspname = '\(name)'"
        try ledger.open().close()
        try PostgreSQLStore.destroy(ledger.configuration)
        #expect(try outsider.run(count) == [["0"]])
        try PostgreSQLStore.destroy(ledger.configuration)
        try ledger.open().close()
        try outsider.run("CREATE TABLE \"\(name)\".own (x int)")
        try PostgreSQLStore.destroy(ledger.configuration)
        #expect(try outsider.run(count) == [["1"]])
        try outsider.run("DROP SCHEMA \"\(name)\" CASCADE")
    }
}
