#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import CSQLite
import Granary
import GranaryTestSupport
import Testing

@testable import GranarySQLite

/// A store that stays open while another program changes its tables or its file.
@Suite(.timeLimit(.minutes(1))) struct OutdatedStoreTests {
    private static func thing(_ more: [AttributeDescription] = [], flag: AttributeType = .bool) throws
        -> Schema
    {
        try Schema(
            "Things",
            descriptions: [
                (
                    ModelDescription(
                        name: "Thing", attributes: [.init("id", .integer), .init("flag", flag)] + more,
                        key: ["id"]), nil
                )
            ])
    }

    private static func insert(_ id: Int64, _ schema: Schema) throws -> ChangeSet {
        var changes = ChangeSet()
        let row = DynamicRow(["id": .integer(id), "flag": .bool(true)])
        changes.inserts = [InsertBatch(entity: try #require(schema.entity("Thing")), rows: [row])]
        return changes
    }

    /// Migrates the file as another process would, whose connections this one knows nothing of.
    private static func migrate(_ harness: Harness, to schema: Schema) throws {
        let aside = try Harness(schema)
        try Outsider(harness.path).run("VACUUM INTO '\(aside.path)'")
        var request = aside.request()
        request.configuration.onIncompatible = .migrate
        try StorePreparation(request, SQLiteStore.self).open().close()
        var (from, to): (OpaquePointer?, OpaquePointer?)
        defer {
            sqlite3_close(from)
            sqlite3_close(to)
        }
        try #require(sqlite3_open(aside.path, &from) == SQLITE_OK)
        try #require(sqlite3_open(harness.path, &to) == SQLITE_OK)
        let backup = sqlite3_backup_init(to, "main", from, "main")
        try #require(sqlite3_backup_step(backup, -1) == SQLITE_DONE)
        try #require(sqlite3_backup_finish(backup) == SQLITE_OK)
    }

    @Test func neitherReadsNorSavesGoOnAfterAMigration() throws {
        let old = try Self.thing()
        let harness = try Harness(old)
        let opened = try harness.session()
        defer { try? opened.close() }
        let (session, entity) = (opened.session, try harness.entity("Thing"))
        _ = try session.commit(Self.insert(1, old))
        // A snapshot that is open goes on with what it began with.
        #expect(try session.count(FetchRequest(entity: entity)) == 1)
        try Self.migrate(harness, to: Self.thing(flag: .text))
        #expect(try session.count(FetchRequest(entity: entity)) == 1)
        for _ in 0..<2 {
            try session.refresh()
            expectError(.newer) { _ = try session.fetch(FetchRequest(entity: entity)) }
            expectError(.newer) { _ = try session.commit(Self.insert(2, old)) }
            expectError(.newer) { _ = try session.reserveKeys(1, of: entity) }
            let other = try opened.store.makeSession()
            expectError(.newer) { _ = try other.missing([.integer(1)], of: entity) }
            other.end()
        }
        #expect(try Outsider(harness.path).rows("SELECT id, flag FROM Thing") == [["1", "true"]])
    }

    @Test func whatChangesNothingThatIsReadLetsTheStoreGoOn() throws {
        let old = try Self.thing()
        let harness = try Harness(old)
        let opened = try harness.session()
        defer { try? opened.close() }
        let outsider = try Outsider(harness.path)
        let texts = [
            "CREATE INDEX mine ON Thing (flag)", "CREATE VIEW seen AS SELECT id FROM Thing", "VACUUM",
            "CREATE TABLE other (a)",
        ]
        for (number, text) in texts.enumerated() {
            try outsider.run(text)
            try opened.session.refresh()
            _ = try opened.session.commit(Self.insert(Int64(number), old))
            let entity = try harness.entity("Thing")
            #expect(try opened.session.count(FetchRequest(entity: entity)) == number + 1)
        }
    }

    @Test(arguments: [true, false]) func savesIntoAFileThatIsNotThereAnyMoreAreRefused(_ replaces: Bool)
        throws
    {
        let old = try Self.thing()
        let harness = try Harness(old)
        let opened = try harness.session()
        defer { try? opened.close() }
        _ = try opened.session.commit(Self.insert(1, old))
        let other = "\(harness.path).other"
        try Outsider(harness.path).run("VACUUM INTO '\(other)'")
        if replaces {
            try #require(rename(other, harness.path) == 0)
        } else {
            try #require(unlink(harness.path) == 0)
        }
        expectError(.io) { _ = try opened.session.commit(Self.insert(2, old)) }
        expectError(.io) { _ = try opened.session.reserveKeys(1, of: try harness.entity("Thing")) }
        // Another session would need another connection, which would read another file.
        expectError(.io) { _ = try opened.store.makeSession() }
        let error = #expect(throws: GranaryError.self) { try opened.store.requireInPlace() }
        #expect(error?.context.path?.hasSuffix("/default.sqlite") == true)
        let text = replaces ? "Another file has taken the place" : "Move it back, and work goes on"
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }
}
