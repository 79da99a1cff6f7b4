import CSQLite
import Granary
import GranaryTestSupport
import Testing

@testable import GranarySQLite

/// Every result code of the engine has one meaning, and none carries the engine's own words further.
@Suite struct EngineErrorTests {
    static let secret = "s3cret value of a user"

    /// Result codes with what they become; extended codes as SQLite composes them (`sqlite3.h`).
    static let table: [(code: Int32, meaning: GranaryError.Code)] = [
        (SQLITE_BUSY, .locked), (SQLITE_BUSY | 2 << 8, .locked), (SQLITE_LOCKED, .locked),
        (SQLITE_PROTOCOL, .locked), (SQLITE_CORRUPT, .corrupt), (SQLITE_CORRUPT | 2 << 8, .corrupt),
        (SQLITE_NOTADB, .corrupt), (SQLITE_FULL, .full), (SQLITE_IOERR, .io), (SQLITE_IOERR | 4 << 8, .io),
        (SQLITE_IOERR | 13 << 8, .engine), (SQLITE_READONLY, .denied), (SQLITE_READONLY | 4 << 8, .denied),
        (SQLITE_PERM, .denied), (SQLITE_AUTH, .denied), (SQLITE_CANTOPEN, .denied),
        (SQLITE_CANTOPEN | 6 << 8, .denied), (SQLITE_INTERRUPT, .cancelled), (SQLITE_TOOBIG, .invalidValue),
        (SQLITE_MISMATCH, .invalidValue), (SQLITE_CONSTRAINT, .constraint),
        (SQLITE_CONSTRAINT | 3 << 8, .constraint), (SQLITE_CONSTRAINT | 5 << 8, .constraint),
        (SQLITE_CONSTRAINT | 6 << 8, .constraint), (SQLITE_CONSTRAINT | 7 << 8, .constraint),
        (SQLITE_CONSTRAINT | 8 << 8, .constraint), (SQLITE_NOMEM, .engine), (SQLITE_SCHEMA, .engine),
        (SQLITE_INTERNAL, .engine), (SQLITE_MISUSE, .engine), (SQLITE_RANGE, .engine),
        (SQLITE_NOLFS, .engine),
        (SQLITE_ABORT, .engine), (SQLITE_FORMAT, .engine), (SQLITE_NOTFOUND, .engine),
    ]

    @Test func everyCodeHasItsMeaning() {
        let place = StorePlace(.sqlite, store: "Default", path: "/data/default.sqlite")
        for (code, meaning) in Self.table {
            let error = EngineError(code: code, message: Self.secret).translated(at: place, doing: "saving")
            #expect(error.code == meaning, "code \(code)")
            #expect(error.context.engineCode == Int(code) && error.context.store == "Default", "code \(code)")
            #expect(error.context.path == "/data/default.sqlite" && error.context.storeType == "sqlite")
            #expect(error.message.hasSuffix(".") && error.message.contains("saving"), "\(error.message)")
            #expect(!error.message.contains(Self.secret), "code \(code) carries the engine's words")
        }
    }

    @Test func aFileThatCannotBeOpenedNamesTheReasonOfTheSystem() throws {
        let directory = try TemporaryDirectory()
        let place = StorePlace(.sqlite, store: "Default", path: directory.path(of: "missing"))
        let error = failure {
            _ = try Connection(
                path: directory.path(of: "missing"), flags: SQLITE_OPEN_READWRITE, place: place)
        }
        #expect(error?.code == .notFound && error?.message.contains("no such file") == true)
    }

    @Test func onlyWhatMayPassIsWorthAnotherTry() {
        for (code, meaning) in Self.table where meaning.isRetryable {
            #expect([SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code & 0xff), "code \(code)")
        }
    }

    /// A store with one team, and a direct connection of the engine to it.
    private func filled(_ options: [String: String] = [:]) throws -> (Harness, Outsider) {
        let harness = try Harness(options: options)
        let opened = try harness.session()
        try opened.session.insert(
            [DynamicRow(["id": .integer(1), "name": .text("A")])], try harness.entity("Team"))
        try opened.close()
        return (harness, try Outsider(harness.path))
    }

    @Test func whatATriggerSaysGoesNoFurther() throws {
        let (harness, outsider) = try filled()
        try outsider.run(
            """
            CREATE TRIGGER guard BEFORE INSERT ON Team WHEN NEW.name = '\(Self.secret)'
            BEGIN SELECT RAISE(ABORT, 'no \(Self.secret) here'); END;
            CREATE TRIGGER watch BEFORE UPDATE ON Team
            BEGIN SELECT RAISE(FAIL, 'nor \(Self.secret)'); END
            """)
        let opened = try harness.session()
        let team = try harness.entity("Team")
        let inserted = failure {
            try opened.session.insert([DynamicRow(["id": .integer(2), "name": .text(Self.secret)])], team)
        }
        var changes = ChangeSet()
        changes.updates = [
            UpdateBatch(
                entity: team,
                rows: [
                    .init(
                        key: .integer(1), version: nil, source: DynamicRow(["name": .text(Self.secret)]),
                        properties: PropertySet("name", of: team))
                ])
        ]
        let updated = failure { _ = try opened.session.commit(changes) }
        for error in [inserted, updated] {
            #expect(error?.code == .constraint)
            #expect(error?.message.contains("trigger") == true)
            #expect(error.map { !"\($0) \(String(reflecting: $0.cause))".contains("s3cret") } == true)
        }
        #expect(try opened.session.count(FetchRequest(entity: team)) == 1)
        try opened.session.insert([DynamicRow(["id": .integer(3), "name": .text("fine")])], team)
        try opened.close()
    }

    @Test func aTriggerThatBreaksTheStoreIsAnError() throws {
        let (harness, outsider) = try filled()
        try outsider.run(
            """
            CREATE TRIGGER broken AFTER INSERT ON Team
            BEGIN INSERT INTO "no such table \(Self.secret)" VALUES (NEW.name); END
            """)
        let opened = try harness.session()
        let team = try harness.entity("Team")
        let error = failure {
            try opened.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team)
        }
        #expect(error?.code == .engine)
        try outsider.run("DROP TRIGGER broken")
        try opened.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team)
        #expect(try opened.session.count(FetchRequest(entity: team)) == 2)
        try opened.close()
    }

    @Test func valuesOfOtherTypesAreMalformedAndNotShown() throws {
        let (harness, outsider) = try filled()
        // Tables are not STRICT, so that unique values can be parked: others may write what they like.
        try outsider.run("UPDATE Team SET founded = '\(Self.secret)', budget = 'no decimal \(Self.secret)'")
        let opened = try harness.session()
        let error = failure {
            _ = try opened.session.rows(FetchRequest(entity: try harness.entity("Team")))
        }
        #expect(error?.code == .malformed)
        #expect(error.map { !"\($0)".contains("s3cret") } == true)
        try opened.close()
    }
}
