import Granary
import GranaryTestSupport
import Testing

@testable import GranarySQLite

/// What other programs have made in the file of a store, when the store is migrated.
@Suite(.timeLimit(.minutes(1))) struct OthersWorkTests {
    private static func schema(
        number: String = "number", type: AttributeType = .integer, isThere: Bool = true,
        of model: String = "Part"
    ) throws -> Schema {
        let attribute = AttributeDescription(
            number, type, renamedFrom: number == "number" ? nil : "number")
        let part = ModelDescription(
            name: model,
            attributes: [.init("id", .integer), .init("code", .text)] + (isThere ? [attribute] : []),
            key: ["id"], renamedFrom: model == "Part" ? nil : "Part")
        let whole = ModelDescription(
            name: "Whole", attributes: [.init("id", .integer)],
            relationships: [.init("part", to: model, isToMany: false)], key: ["id"])
        return try Schema("Parts", descriptions: [(part, nil), (whole, nil)])
    }

    private static func migrate(_ harness: Harness, to schema: Schema) throws {
        var request = harness.request(schema)
        request.configuration.onIncompatible = .migrate
        request.configuration.consents = ["drop Part.number"]
        request.configuration.keepsLostData = false
        try StorePreparation(request, SQLiteStore.self).open().close()
    }

    /// A store with a view, a view of that view and of Granary's own, an index and a trigger.
    private static func filled() throws -> (Harness, Outsider) {
        let harness = try Harness(schema())
        try harness.open().close()
        let outsider = try Outsider(harness.path)
        for text in [
            "INSERT INTO Part VALUES (1, 'c', 5, 1)", "CREATE VIEW seen AS SELECT id, code FROM Part",
            "CREATE VIEW again AS SELECT code FROM seen", "CREATE INDEX mine ON Part (code DESC)",
            "CREATE TABLE heard (id)",
            "CREATE TRIGGER mine AFTER UPDATE ON Part BEGIN INSERT INTO heard VALUES (NEW.id); END",
            "CREATE VIEW broken AS SELECT * FROM nowhere",
        ] { try outsider.run(text) }
        return (harness, outsider)
    }

    private static func check(_ outsider: Outsider, model: String = "Part") throws {
        #expect(try outsider.rows("SELECT code FROM again") == [["c"]])
        try outsider.run("UPDATE \(model) SET code = 'd'")
        #expect(try outsider.rows("SELECT code FROM again") == [["d"]])
        #expect(try outsider.rows("SELECT id FROM heard") == [["1"]])
        #expect(
            try outsider.rows(
                "SELECT type, name FROM sqlite_schema WHERE name IN ('mine', 'broken') ORDER BY 1")
                == [["index", "mine"], ["trigger", "mine"], ["view", "broken"]])
    }

    @Test func aTableThatIsMadeAnewKeepsWhatOthersHaveMadeOfIt() throws {
        let (harness, outsider) = try Self.filled()
        try Self.migrate(harness, to: Self.schema(type: .text))
        try Self.check(outsider)
    }

    @Test func newNamesAreTakenOverIntoWhatOthersHaveMade() throws {
        let (harness, outsider) = try Self.filled()
        try outsider.run("CREATE VIEW numbers AS SELECT number FROM Part")
        try outsider.run("CREATE INDEX counted ON Part (number)")
        try Self.migrate(harness, to: Self.schema(number: "count", type: .text, of: "Piece"))
        try Self.check(outsider, model: "Piece")
        #expect(try outsider.rows("SELECT * FROM numbers") == [["5"]])
        #expect(try outsider.rows("SELECT name FROM pragma_index_info('counted')") == [["count"]])
    }

    @Test func anIndexOfAColumnThatIsDroppedGoesWithIt() throws {
        let (harness, outsider) = try Self.filled()
        try outsider.run("CREATE INDEX counted ON Part (number)")
        try Self.migrate(harness, to: Self.schema(isThere: false))
        try Self.check(outsider)
        #expect(try outsider.rows("SELECT name FROM sqlite_schema WHERE name = 'counted'").isEmpty)
    }

    @Test(arguments: [
        "CREATE VIEW numbers AS SELECT number FROM Part",
        "CREATE TRIGGER numbers AFTER UPDATE ON Part BEGIN SELECT NEW.number; END",
    ])
    func whatWouldNotWorkAnyMoreIsNamed(_ text: String) throws {
        let (harness, outsider) = try Self.filled()
        try outsider.run(text)
        let schema = try Self.schema(isThere: false)
        let error = failure { try Self.migrate(harness, to: schema) }
        #expect(
            error?.code == .denied && error?.message.contains("“numbers”") == true, "\(error?.message ?? "")")
        #expect(try outsider.rows("SELECT number FROM Part") == [["5"]])
        try outsider.run("DROP \(text.hasPrefix("CREATE VIEW") ? "VIEW" : "TRIGGER") numbers")
        try Self.migrate(harness, to: schema)
        try Self.check(outsider)
    }
}
