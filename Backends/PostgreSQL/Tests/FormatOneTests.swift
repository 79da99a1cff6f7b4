import Foundation
import Granary
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// A schema that the first version of the format has left, which every later version opens.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct FormatOneTests {
    private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "FormatOne/store.sql")

    /// The configuration of a schema into which the script has been read.
    private static func restored() throws -> StoreConfiguration {
        let name = "test-\(UUID().uuidString.lowercased())"
        let script = try String(contentsOf: kept, encoding: .utf8)
        try Outsider(TestServer.url()).run(script.replacing("granary_format_one", with: "\"\(name)\""))
        return StoreConfiguration(
            name: "Main", type: .postgresql,
            options: StoreOptions(["url": try TestServer.url(), "schema": name]))
    }

    @Test func aStoreOfFormatOneIsMigrated() throws {
        let configuration = try Self.restored()
        defer { try? PostgreSQLStore.destroy(configuration) }
        try FormatOneModels.checkMigration(configuration, PostgreSQLStore.self)
    }

    @Test func aStoreOfFormatOneIsOpenedAndHoldsEverything() throws {
        let configuration = try Self.restored()
        defer { try? PostgreSQLStore.destroy(configuration) }
        let request = try FormatOneModels.request(configuration)
        let schema = try FormatOneModels.schema()
        for _ in 0..<2 {
            let store = try PostgreSQLStore.open(request)
            defer { try? store.close() }
            try FormatOneRows.check(store, in: schema)
        }
    }

    @Test(arguments: [
        "ALTER TABLE granary_saves RENAME TO other", "DROP TABLE granary_tables",
        "DROP TABLE granary_configurations", "DELETE FROM granary_store", "DROP SEQUENCE granary_version",
        "ALTER TABLE granary_store RENAME COLUMN fingerprint TO other",
    ])
    func aDamagedStoreOfFormatOneIsRefusedAndLeftAlone(_ damage: String) throws {
        let configuration = try Self.restored()
        let schema = try #require(configuration.options["schema"])
        let outsider = try Outsider(TestServer.url())
        defer { _ = try? outsider.run("DROP SCHEMA \"\(schema)\" CASCADE") }
        try outsider.run("SET search_path = \"\(schema)\"; \(damage)")
        try FormatOneModels.expectCorrupt(configuration, PostgreSQLStore.self, by: [.same, .changed]) {
            try outsider.run("SELECT schema_to_xml('\(schema)', true, true, '')::text")
        }
    }
}
