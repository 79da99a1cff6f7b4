import Granary
import GranaryTestSupport
import Testing

@testable import GranarySQLite

/// How often a migration opens the database file: each opening reads the tables anew, and takes longer than a small
/// plan.
@Suite(.timeLimit(.minutes(1))) struct OpeningCountTests {
    private let old: Schema
    private let new: Schema

    init() throws {
        old = try Self.schema()
        new = try Self.schema([.init("note", .text, isOptional: true)])
    }

    private static func schema(_ added: [AttributeDescription] = []) throws -> Schema {
        let part = ModelDescription(
            name: "Part", attributes: [.init("id", .integer), .init("code", .text)] + added, key: ["id"])
        return try Schema("Parts", descriptions: [(part, nil)])
    }

    /// Makes a store, and counts how often its file is opened while it migrates to a schema.
    private func openings(_ schema: Schema, _ migrations: [any SchemaMigration] = []) throws -> Int {
        let harness = try Harness(old)
        try harness.open().close()
        var configuration = harness.configuration
        configuration.onIncompatible = .migrate
        let openings = Openings()
        try Openings.$current.withValue(openings) {
            let request = StoreOpenRequest(
                to: schema.following(migrations), schema.entities.map(\.configuration), configuration)
            let store = try StorePreparation(request, SQLiteStore.self, migrations).open()
            try store.close()
        }
        #expect(
            try SQLiteStore.inspect(configuration)?.schema.tables == StoredSchema(schema, ["Default"]).tables)
        return openings.count(of: harness.path)
    }

    @Test func aPlanOpensTheFileEightTimesAtMost() throws {
        // To compare its tables, to change them, to compare them again, and for the sessions.
        #expect((1...8).contains(try openings(new)))
    }

    @Test func codeOpensTheFileEightTimesAtMost() throws {
        let insertion = Migration(from: old, to: new) { work in
            try work.insert("Part", ["id": .integer(1), "code": .text("c")])
        }
        // Also to copy it, to read its old rows, to write the copy back, and to check that it has not changed.
        #expect((1...8).contains(try openings(new, [insertion])))
    }

    @Test func aMigrationOfDataOpensTheFileEightTimesAtMost() throws {
        let insertion = Migration("insert a part", at: old) { work in
            try work.insert("Part", ["id": .integer(1), "code": .text("c")])
        }
        #expect((1...8).contains(try openings(old, [insertion])))
    }
}
