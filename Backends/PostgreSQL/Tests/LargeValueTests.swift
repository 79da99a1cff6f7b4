import FoundationEssentials
import Granary
import GranaryConformance
import GranarySQL
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// Large values are sent in messages that the server takes, and those beyond every message are refused.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct LargeValueTests {
    /// A text of nine million bytes; two such texts fill a statement.
    private let large = Value.text("[\"\(String(repeating: "x", count: 9_000_000))\"]")

    @Test func aStatementEndsBeforeItIsTooLarge() throws {
        let ledger = try Ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let name = ledger.configuration.options["schema"] ?? ""
            let outsider = try Outsider(TestServer.url())
            try outsider.run(
                """
                CREATE SCHEMA "\(name)-count"; SET search_path = "\(name)-count";
                CREATE TABLE statements (kind text);
                CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN INSERT INTO "\(name)-count".statements VALUES (TG_OP); RETURN NULL; END $$;
                CREATE TRIGGER note AFTER INSERT OR UPDATE ON "\(name)"."Account" EXECUTE FUNCTION note()
                """)
            defer { _ = try? outsider.run("DROP SCHEMA \"\(name)-count\" CASCADE") }
            var changes = try ledger.accounts(1...3)
            for row in changes.inserts[0].rows { (row as? Record)?.values[4] = large }
            _ = try session.commit(changes)
            changes = ChangeSet()
            changes.updates = [try update(ledger)]
            _ = try session.commit(changes)
            #expect(
                try outsider.run("SELECT kind, count(*) FROM statements GROUP BY kind ORDER BY kind")
                    == [["INSERT", "2"], ["UPDATE", "2"]])
            #expect(
                try outsider.run(
                    "SELECT count(*) FROM \"\(name)\".\"Account\" WHERE length(note::text) > 9000000")
                    == [["3"]])
        }
    }

    /// The changes that give three accounts a large note.
    private func update(_ ledger: Ledger) throws -> UpdateBatch {
        let entity = try ledger.entity("Account")
        var properties = PropertySet()
        properties.insert(try #require(entity.attributePosition("note")))
        return UpdateBatch(
            entity: entity,
            rows: (1...3).map {
                .init(
                    key: .integer($0), version: nil, source: Record(of: entity, ["note": large]),
                    properties: properties)
            })
    }

    /// Bytes that cannot be compressed, as text, which the server would do before it looks at the length.
    private func text(_ length: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return String(
            (0..<length).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126, using: &generator))) }
        )
    }

    /// Above 8,191 bytes the server names no table.
    @Test(arguments: [5_000, 20_000]) func aValueThatNoIndexCanTakeIsRefusedByName(_ length: Int) throws {
        let ledger = try Ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let changes = try ledger.accounts(1...3)
            (changes.inserts[0].rows[1] as? Record)?.values[1] = .text(text(length))
            let error = failure { _ = try session.commit(changes) }
            #expect(error?.code == .invalidValue && error?.context.properties == ["label"])
            #expect(error?.context.entity == "Account" && error?.message.contains("do not index it") == true)
            _ = try session.commit(ledger.accounts(1...3))
        }
    }

    /// Two keys of 2,000 bytes fit into their tables' indexes, and their pair into none.
    @Test func aPairOfKeysThatNoIndexCanTakeIsRefusedByName() throws {
        let models = ["Left", "Right"].map { name in
            ModelDescription(
                name: name, attributes: [.init("code", .text)],
                relationships: name == "Left" ? [.init("rights", to: "Right", isToMany: true)] : [],
                key: ["code"])
        }
        let ledger = try Ledger()
        defer { ledger.destroy() }
        let schema = try Schema("Pairs", descriptions: models.map { ($0, nil) })
        let store = try ledger.open(schema)
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        var changes = ChangeSet()
        let codes = schema.entities.map { entity in
            let code = text(2_000)
            let record = Record(of: entity, ["code": .text(code)])
            changes.inserts.append(InsertBatch(entity: entity, rows: [record]))
            return (entity.name, code)
        }
        let table = try #require(schema.links.first)
        var batch = LinkBatch(table: table)
        let isFirst = table.firstEntity.name == codes[0].0
        let pair = (ObjectKey.text(codes[0].1), ObjectKey.text(codes[1].1))
        batch.added = [isFirst ? pair : (pair.1, pair.0)]
        changes.links = [batch]
        let error = failure { _ = try session.commit(changes) }
        #expect(error?.code == .invalidValue && error?.context.entity == "Left")
        #expect(error?.context.properties == ["rights"])
    }

    @Test func aValueBeyondEveryMessageIsRefusedByName() throws {
        let ledger = try Ledger()
        let entity = try ledger.entity("Account")
        let layout = SQLLayout(entities: ledger.schema.entities, links: ledger.schema.links)
        let definition = try #require(layout.tables.first { $0.name == entity.table })
        let table = EntityTable(entity, definition)
        // Memory that is never touched.
        let data = Data(count: NotStorable.mostBytes + 1)
        let (copy, array) = (CopyWriter(table), ArrayWriter(table))
        copy.beginRow()
        array.beginRow()
        copy.data(data, at: 1)
        array.data(data, at: 1)
        for error in [failure { _ = try copy.finishRow() }, failure { try array.finishRow() }] {
            #expect(error?.code == .invalidValue && error?.context.properties == ["label"])
        }
        #expect(NotStorable.tooLarge(NotStorable.mostBytes, entity) == nil)
        #expect(NotStorable.tooLarge(NotStorable.mostBytes + 1, entity)?.context.entity == "Account")
    }
}
