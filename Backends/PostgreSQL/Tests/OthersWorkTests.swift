import Granary
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// What others have made in the schema of a store, or given to its tables, when the store is opened and migrated.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct OthersWorkTests {
    private static func models(
        _ more: [AttributeDescription] = [], number: AttributeType = .integer
    ) -> [ModelDescription] {
        [
            ModelDescription(
                name: "Part", attributes: [.init("code", .text), .init("number", number)], key: ["code"]),
            ModelDescription(
                name: "Whole", attributes: [.init("name", .text)] + more,
                relationships: [.init("part", to: "Part", isToMany: false)], key: ["name"]),
        ]
    }

    private static func schema(_ models: [ModelDescription]) throws -> Schema {
        try Schema("Parts", descriptions: models.map { ($0, nil) })
    }

    private let ledger: Ledger
    private let outsider: Outsider
    private let old: Schema
    private var name: String { ledger.configuration.options["schema"] ?? "" }

    init() throws {
        ledger = try Ledger()
        outsider = try Outsider(TestServer.url())
        old = try Self.schema(Self.models())
    }

    private func migrate(to schema: Schema) throws {
        var request = ledger.request(schema)
        request.configuration.onIncompatible = .migrate
        try StorePreparation(request, PostgreSQLStore.self, schema.migrations).open().close()
    }

    /// A version whose code changes a text.
    private func coded() throws -> Schema {
        let new = try Self.schema(Self.models([.init("more", .integer, defaultValue: .integer(1))]))
        return new.following([
            Migration(from: old, to: new) { work in
                try work.each("Part") { part in
                    guard let key = part.key else { return }
                    try work.update("Part", key, ["number": .integer(2)])
                }
            }
        ])
    }

    private func fill() throws {
        let store = try ledger.open(old)
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        var changes = ChangeSet()
        let values: [[String: Value]] = [
            ["code": .text("c"), "number": .integer(1)], ["name": .text("n"), "part": .text("c")],
        ]
        changes.inserts = zip(["Part", "Whole"], values).compactMap { name, values in
            old.entity(name).map { InsertBatch(entity: $0, rows: [Record(of: $0, values)]) }
        }
        _ = try session.commit(changes)
    }

    /// Divides the table of parts into two, as somebody with many rows does.
    private func divide() throws {
        try outsider.run("SET search_path = \"\(name)\"")
        let reference = try outsider.run(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '\"Whole\"'::regclass AND contype = 'f'"
        )[0].compactMap { $0 }
        try outsider.run(
            """
            ALTER TABLE "Whole" DROP CONSTRAINT "\(reference[0])";
            ALTER TABLE "Part" RENAME TO plain;
            CREATE TABLE "Part" (LIKE plain INCLUDING ALL) PARTITION BY HASH (code);
            CREATE TABLE part_0 PARTITION OF "Part" FOR VALUES WITH (MODULUS 2, REMAINDER 0);
            CREATE TABLE part_1 PARTITION OF "Part" FOR VALUES WITH (MODULUS 2, REMAINDER 1);
            INSERT INTO "Part" SELECT * FROM plain;
            DROP TABLE plain;
            ALTER TABLE "Whole" ADD CONSTRAINT "\(reference[0])" \(reference[1])
            """)
    }

    @Test func aPartitionedTableThatOthersReferToIsOpenedAndMigrated() throws {
        defer { ledger.destroy() }
        try fill()
        try divide()
        try ledger.open(old).close()
        try fillAnother()
        let new = Self.models(
            [.init("more", .integer, defaultValue: .integer(1))], number: .text)
        try migrate(to: Self.schema(new))
        #expect(
            try outsider.run("SELECT code, number FROM \"Part\" ORDER BY 1") == [["c", "1"], ["d", "3"]])
        #expect(try outsider.run("SELECT more FROM \"Whole\"") == [["1"]])
    }

    private func fillAnother() throws {
        let store = try ledger.open(old)
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        var changes = ChangeSet()
        let entity = try #require(old.entity("Part"))
        let record = Record(of: entity, ["code": .text("d"), "number": .integer(3)])
        changes.inserts = [InsertBatch(entity: entity, rows: [record])]
        _ = try session.commit(changes)
    }

    @Test func codeDoesNotReplaceAPartitionedTableByAPlainOne() throws {
        defer { ledger.destroy() }
        try fill()
        try divide()
        let coded = try coded()
        let error = failure { try migrate(to: coded) }
        #expect(error?.code == .unsupported && error?.message.contains("“Part” is divided") == true)
        #expect(try outsider.run("SELECT number FROM \"Part\"") == [["1"]])
        try ledger.open(old).close()
    }

    @Test func codeKeepsPrivilegesAndIndexesAndTriggers() throws {
        defer { ledger.destroy() }
        try fill()
        let role = "role_\(name)"
        try outsider.run(
            """
            SET search_path = "\(name)";
            CREATE ROLE "\(role)";
            GRANT SELECT, INSERT ON "Part" TO "\(role)" WITH GRANT OPTION;
            GRANT UPDATE (name) ON "Whole" TO "\(role)";
            GRANT SELECT ON granary_store, granary_version TO PUBLIC;
            CREATE INDEX mine ON "Part" (number DESC) WHERE number > 0;
            CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
            CREATE TRIGGER mine BEFORE UPDATE ON "Part" FOR EACH ROW EXECUTE FUNCTION pass()
            """)
        defer { _ = try? outsider.run("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"") }
        let given = """
            SELECT relname, (SELECT string_agg(a::text, ',' ORDER BY a::text) FROM unnest(relacl) a) FROM pg_class
            WHERE relnamespace = '"\(name)"'::regnamespace AND relkind IN ('r', 'S') AND relname <> 'granary_schema'
            UNION ALL SELECT attname, attacl::text FROM pg_attribute WHERE attacl IS NOT NULL
            AND attrelid = '"\(name)"."Whole"'::regclass
            UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = '\(name)' AND indexname = 'mine'
            UNION ALL SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = '"\(name)"."Part"'::regclass
            AND NOT tgisinternal ORDER BY 1, 2
            """
        let before = try outsider.run(given)
        try migrate(to: coded())
        #expect(try outsider.run(given) == before)
        #expect(try outsider.run("SELECT number FROM \"Part\"") == [["2"]])
        try outsider.run("DROP FUNCTION pass() CASCADE")
    }

    /// What others have given to a table and code would lose, each with a part of the error.
    @Test(arguments: [
        ("ALTER TABLE \"Part\" ADD CONSTRAINT small CHECK (number < 9)", "constraint"),
        ("ALTER TABLE \"Part\" ADD CONSTRAINT apart EXCLUDE (number WITH =)", "constraint"),
        ("ALTER TABLE \"Part\" ALTER COLUMN number SET DEFAULT 5", "default"),
        ("CREATE STATISTICS pair ON code, number FROM \"Part\"", "statistics"),
        (
            "CREATE FUNCTION off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$; CREATE TRIGGER off BEFORE UPDATE ON \"Part\" FOR EACH ROW EXECUTE FUNCTION off(); ALTER TABLE \"Part\" DISABLE TRIGGER off",
            "trigger"
        ),
    ]) func codeLosesNothingOfOthersWithoutAWord(_ statement: String, _ word: String) throws {
        try codeIsRefused(after: statement, .unsupported, naming: word)
    }

    /// Unique constraints and foreign keys of others are differences from the recorded schema, which no migration passes over.
    @Test(arguments: [
        ("ALTER TABLE \"Part\" ADD CONSTRAINT once UNIQUE (number)", "a unique constraint on number"),
        (
            "CREATE TABLE list (n bigint PRIMARY KEY); INSERT INTO list VALUES (1); ALTER TABLE \"Part\" ADD FOREIGN KEY (number) REFERENCES list",
            "other foreign keys"
        ),
    ]) func constraintsOfOthersAreNamed(_ statement: String, _ word: String) throws {
        try codeIsRefused(after: statement, .incompatible, naming: word)
    }

    private func codeIsRefused(
        after statement: String, _ code: GranaryError.Code, naming word: String
    ) throws {
        defer { ledger.destroy() }
        try fill()
        try outsider.run("SET search_path = \"\(name)\"; \(statement)")
        let coded = try coded()
        let error = failure { try migrate(to: coded) }
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(error?.message.contains(word) == true && error?.message.contains("“Part”") == true)
        #expect(try outsider.run("SELECT number FROM \"Part\"") == [["1"]])
    }

    /// A view of a column that gets another kind, that is dropped, and of a table that code makes anew.
    @Test(arguments: ["kind", "drop", "code"]) func aViewThatIsInTheWayIsNamed(_ change: String) throws {
        defer { ledger.destroy() }
        try fill()
        let other = "views_\(name)"
        try outsider.run(
            """
            CREATE SCHEMA "\(other)";
            CREATE VIEW "\(other)".seen AS SELECT number FROM "\(name)"."Part"
            """)
        defer { _ = try? outsider.run("DROP SCHEMA IF EXISTS \"\(other)\" CASCADE") }
        let dropped = ModelDescription(name: "Part", attributes: [.init("code", .text)], key: ["code"])
        var request = ledger.request(
            change == "code"
                ? try coded()
                : try Self.schema(
                    change == "kind"
                        ? Self.models(number: .text) : [dropped] + Self.models().filter { $0.name == "Whole" }
                ))
        request.configuration.onIncompatible = .migrate
        request.configuration.consents = ["drop Part.number"]
        request.configuration.keepsLostData = false
        let migrations = change == "code" ? try coded().migrations : []
        let open = { try StorePreparation(request, PostgreSQLStore.self, migrations).open().close() }
        let error = failure { try open() }
        #expect(error?.code == .denied && error?.message.contains("the view “\(other).seen”") == true)
        #expect(try outsider.run("SELECT * FROM \"\(other)\".seen") == [["1"]])
        try outsider.run("DROP SCHEMA \"\(other)\" CASCADE")
        try open()
    }

    /// An integer key that becomes a part of another one is not counted any more, and may get another kind.
    @Test func anIntegerKeyBecomesAPartOfAnotherOneAndThenAText() throws {
        defer { ledger.destroy() }
        func model(_ id: AttributeType, _ key: [String]) throws -> Schema {
            try Self.schema([
                ModelDescription(
                    name: "Part", attributes: [.init("id", id), .init("code", .text)], key: key)
            ])
        }
        let first = try model(.integer, ["id"])
        let store = try ledger.open(first)
        let session = try store.makeSession()
        var changes = ChangeSet()
        let record = Record(of: first.entities[0], ["id": .integer(4), "code": .text("c")])
        changes.inserts = [InsertBatch(entity: first.entities[0], rows: [record])]
        _ = try session.commit(changes)
        session.end()
        try store.close()
        try migrate(to: model(.integer, ["id", "code"]))
        try migrate(to: model(.text, ["id", "code"]))
        #expect(try outsider.run("SELECT id, code FROM \"\(name)\".\"Part\"") == [["4", "c"]])
        try migrate(to: model(.text, ["id"]))
    }

    /// Stores whose schemas have the same first thirty letters, and more, do not see each other's copies.
    @Test func storesWithLongNamesListTheirOwnCopies() throws {
        let stem = "\(String(repeating: "long", count: 10))\(name.suffix(12))"
        var ledgers: [Ledger] = []
        for number in 1...2 {
            var ledger = try Ledger()
            ledger.configuration.options["schema"] = "\(stem)_\(number)"
            ledgers.append(ledger)
        }
        defer { for ledger in ledgers { ledger.destroy() } }
        for ledger in ledgers { try ledger.open(old).close() }
        let copy = try #require(try PostgreSQLStore.copy(ledgers[0].configuration, as: .keeping))
        #expect(try PostgreSQLStore.copies(of: ledgers[0].configuration) == [copy.configuration])
        #expect(try PostgreSQLStore.copies(of: ledgers[1].configuration) == [])
        try PostgreSQLStore.destroy(copy.configuration)
        #expect(try PostgreSQLStore.copies(of: ledgers[0].configuration) == [])
    }
}
