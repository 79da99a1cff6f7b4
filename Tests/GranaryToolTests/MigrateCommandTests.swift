import Foundation
import Granary
import GranaryLevelDB
import GranarySQLite
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranaryTool

/// Migrations by command: dry runs, rehearsals, consent, code and what is refused.
@Suite struct MigrateCommandTests {
    private func reports(_ conclusion: Conclusion) throws -> [MigrationReport] {
        try document(MigrateDocument.self, conclusion).stores
    }

    private func titles(_ library: Library, _ type: StoreType) throws -> [Value] {
        let records = try StoredRecords(
            StoreConfiguration(name: "Default", type: type, location: library.directory.path, file: "books"),
            backends: FirstProgram.backends)
        defer { records.close() }
        let books = try records.stream("Book")
        var titles: [Value] = []
        while let book = try books.next() { titles.append(book["title"] ?? .null) }
        return titles
    }

    @Test(arguments: ["sqlite", "leveldb"]) func aDryRunChangesNothing(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        let before = try await run(Bare.self, "schema", "show", "--config", library.config, "--json")
        let refused = try await run(
            SecondProgram.self, "migrate", "--dry-run", "--config", library.config, "--json")
        #expect(refused.exitCode == 3)
        #expect(try reports(refused).map(\.state) == [.refused])
        #expect(try reports(refused)[0].steps.map(\.hasConsent) == [nil, false])
        let pending = try await run(
            SecondProgram.self, "migrate", "--dry-run", "--consent", "drop Book.year", "--config",
            library.config, "--json")
        #expect(pending.exitCode == 2)
        let report = try reports(pending)[0]
        #expect(report.state == .pending && report.rows == ["Book": 2] && report.refusal == nil)
        #expect(report.steps.map(\.hasConsent) == [nil, true] && report.expectedSeconds != nil)
        let after = try await run(Bare.self, "schema", "show", "--config", library.config, "--json")
        #expect(before == after)
    }

    @Test(arguments: ["sqlite", "leveldb"]) func rehearsalsWorkOnACopy(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        let rehearsed = try await run(
            CodedProgram.self, "migrate", "--rehearse", "--config", library.config, "--json")
        #expect(rehearsed.exitCode == 0)
        let report = try reports(rehearsed)[0]
        #expect(report.state == .rehearsed && report.runsCode && report.seconds != nil)
        #expect(report.rowsAfterwards == ["Author": 1, "Book": 2])
        let state = try await run(CodedProgram.self, "stores", "--config", library.config)
        #expect(state.output.contains("behind"))
    }

    @Test(arguments: ["sqlite", "leveldb"]) func storesAreMigratedWithConsent(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        let refused = try await run(SecondProgram.self, "migrate", "--config", library.config)
        #expect(refused.exitCode == 3 && refused.errors == "Error: 1 of 1 stores cannot follow.\n")
        #expect(refused.output.contains("To agree: --consent 'drop Book.year'"))
        let done = try await run(
            SecondProgram.self, "migrate", "--consent", "drop Book.year", "--config", library.config)
        #expect(done.exitCode == 0 && done.errors.isEmpty)
        for part in ["was migrated in", "add Book.pages", "loses data, with consent", "Put aside before:"] {
            #expect(done.output.contains(part), "\(part)")
        }
        #expect(try titles(library, StoreType(type)) == [.text("Iliad"), .text("Odyssey")])
        let again = try await run(SecondProgram.self, "migrate", "--config", library.config, "--json")
        #expect(again.exitCode == 0)
        #expect(try reports(again).map(\.state) == [.current])
    }

    @Test(arguments: ["sqlite", "leveldb"]) func codeRuns(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        let dry = try await run(CodedProgram.self, "migrate", "--dry-run", "--config", library.config)
        #expect(dry.exitCode == 2 && dry.output.contains("done by the migration's code"))
        #expect(dry.output.contains("Code runs on a copy"))
        let done = try await run(CodedProgram.self, "migrate", "--config", library.config, "--json")
        #expect(try reports(done).map(\.state) == [.migrated])
        #expect(try reports(done)[0].versions.last == (try Third.schema().fingerprint))
    }

    @Test func aPolicyOfTheConfigurationDoesNotCount() async throws {
        let library = try Library("sqlite", more: ", onIncompatible: delete")
        try await library.make()
        let done = try await run(
            SecondProgram.self, "migrate", "--consent", "drop Book.year", "--config", library.config)
        #expect(done.exitCode == 0)
        #expect(try titles(library, .sqlite).count == 2)
    }

    @Test func noStoreIsChangedWhereOneIsRefused() async throws {
        let library = try Library()
        try await library.make()
        let old = ModelDescription(
            name: "Plain", configuration: "Other", attributes: [.init("id", .integer)], key: ["id"])
        let new = ModelDescription(
            name: "Plain", configuration: "Other",
            attributes: [.init("id", .integer), .init("more", .text, isOptional: true)], key: ["id"])
        let book = ModelDescription(
            name: "Book", configuration: "Default", attributes: [.init("id", .integer)], key: ["id"])
        let other = StoreConfiguration(
            name: "Other", type: .sqlite, location: library.directory.path, file: "other")
        let first = try Schema("Plain", descriptions: [(old, nil)])
        try Migrator(first, other, backends: [.sqlite]).migrate()
        let schema = try Schema("Both", descriptions: [(new, nil), (book, nil)])
        try library.write(
            "stores: { Other: { type: sqlite, file: other }, Default: { type: sqlite, file: books } }",
            to: "granary.yaml")
        let source = FileConfigurationSource(path: library.config, arguments: [])
        let registry = try StoreRegistry(backends: [.sqlite])
        let setup = ToolSetup(
            schema: schema, registry: registry, sections: [],
            configuration: try await source.configuration(
                for: ConfigurationRequest(schema: schema, registry: registry)), path: nil, origins: nil)
        let migration = StoreMigration(
            schema: schema, stores: try setup.stores(), consents: [], progress: Progress(screen: Screen()))
        let states = Dictionary(
            try await migration.run(.migrate).map { ($0.configurations[0], $0.state) },
            uniquingKeysWith: { first, _ in first })
        #expect(states == ["Default": .refused, "Other": .pending])
        let alone = StoreMigration(
            schema: schema, stores: try setup.stores(named: ["Other"]), consents: [],
            progress: Progress(screen: Screen()))
        #expect(try await alone.run(.migrate).map(\.state) == [.migrated])
    }

    @Test func whatIsNotMigratedIsLeft() async throws {
        let library = try Library()
        let absent = try await run(SecondProgram.self, "migrate", "--config", library.config, "--json")
        #expect(try reports(absent).map(\.state) == [.absent])
        #expect(library.directory.names == ["granary.yaml"])
        try await library.make()
        try library.write(
            "stores: { Default: { type: sqlite, file: books, readOnly: true } }", to: "granary.yaml")
        let reading = try await run(SecondProgram.self, "migrate", "--config", library.config, "--json")
        #expect(reading.exitCode == 0)
        #expect(try reports(reading).map(\.state) == [.readOnly])
        try library.write("stores: { Default: { type: memory } }", to: "granary.yaml")
        let memory = try await run(SecondProgram.self, "migrate", "--config", library.config, "--json")
        #expect(try reports(memory).map(\.state) == [.memory])
    }

    @Test func aToolWithoutModelsSaysHowToHaveThem() async throws {
        let library = try Library()
        let refused = try await run(Bare.self, "migrate", "--config", library.config)
        #expect(refused.exitCode == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("Add the product GranaryTool to your program"))
        #expect(refused.errors.contains("schema diff STORE NAME.json"))
    }

    @Test func aDamagedStoreFailsAndStaysAsItIs() async throws {
        let library = try Library()
        try library.write("This is no store.", to: "books")
        let before = library.contents()
        let failed = try await run(FirstProgram.self, "migrate", "--config", library.config)
        #expect(failed.exitCode == 1 && failed.errors == "Error: 1 of 1 stores failed.\n")
        #expect(library.contents() == before)
    }

    @Test(arguments: ["sqlite", "leveldb"]) func whatWasPutAsideIsDroppedByName(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        _ = try await run(
            SecondProgram.self, "migrate", "--consent", "drop Book.year", "--config", library.config)
        let listed = try await run(Bare.self, "migrations", "--config", library.config, "--json")
        let kept = try #require(try document(MigrationsDocument.self, listed).stores.first?.kept.first)
        let wrong = try await run(Bare.self, "migrations", "--drop", "books", "--config", library.config)
        #expect(wrong.exitCode == 1 && wrong.errors.contains(kept))
        let name = kept.components(separatedBy: "/").last ?? ""
        let dropped = try await run(Bare.self, "migrations", "--drop", name, "--config", library.config)
        #expect(dropped.exitCode == 0 && dropped.output.hasPrefix("Deleted \(kept)."))
        #expect(!FileManager.default.fileExists(atPath: kept))
        #expect(try titles(library, StoreType(type)).count == 2)
    }

    @Test(.enabled(if: Library.hasServer)) func storesOnAServerAreMigratedToo() async throws {
        let library = try Library(onServer: "tool_\(UInt32.random(in: 0 ... .max))")
        try await library.make()
        let held = try await run(Bare.self, "stores", "--config", library.config, "--json")
        let url = try #require(ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"])
        #expect(held.exitCode == 0 && !held.output.contains(url))
        #expect(try document(StoresDocument.self, held).stores.map(\.state) == [.present])
        let done = try await run(
            SecondProgram.self, "migrate", "--consent", "drop Book.year", "--config", library.config, "--json"
        )
        let report = try #require(try reports(done).first)
        #expect(report.state == .migrated && done.exitCode == 0)
        for place in report.kept ?? [] {
            let dropped = try await run(
                Bare.self, "migrations", "--drop", place, "--config", library.config)
            #expect(dropped.exitCode == 0)
        }
        #expect(report.kept?.count == 1)
        let setup = try await ToolSetup.read(Bare.self, file: library.config, environment: nil)
        for store in try setup.stores() { try store.backend.destroy(store.configuration) }
    }

    @Test func migrationsAndTheirWaysAreListed() async throws {
        let library = try Library()
        let none = try await run(CodedProgram.self, "migrations", "--config", library.config)
        #expect(none.exitCode == 0 && none.output.contains("does not exist yet"))
        try await library.make()
        let listed = try await run(CodedProgram.self, "migrations", "--config", library.config, "--json")
        let history = try document(MigrationsDocument.self, listed).stores[0]
        let (first, third) = (try First.schema().fingerprint, try Third.schema().fingerprint)
        #expect(history.fingerprint == first && history.wanted == third && history.way == [first, third])
        #expect(history.migrations == [.init(from: first, to: third, runsCode: true, isNext: true)])
        let text = try await run(CodedProgram.self, "migrations", "--config", library.config).output
        #expect(text.contains("on the way") && text.contains("code"))
        let bare = try await run(Bare.self, "migrations", "--config", library.config).output
        #expect(bare == "Default\n  holds version \(first.prefix(8))\n")
        _ = try await run(CodedProgram.self, "migrate", "--config", library.config)
        let done = try await run(CodedProgram.self, "migrations", "--config", library.config)
        #expect(done.output.contains("has run"))
        #expect(done.output.contains("has been through: \(first.prefix(8)) → \(third.prefix(8))"))
    }

    @Test func anInterruptedMigrationLeavesTheStore() async throws {
        let library = try Library()
        try await library.make()
        let rows = RowCount()
        let configuration = StoreConfiguration(
            name: "Default", type: .sqlite, location: library.directory.path, file: "books")
        let schema = try #require(try CodedProgram.schema())
        let migrator = try Migrator(schema, configuration, backends: [.sqlite])
        rows.interrupt()
        let error = #expect(throws: GranaryError.self) { try migrator.migrate(progress: rows.note) }
        #expect(error?.code == .cancelled && rows.progress != nil)
        #expect(try titles(library, .sqlite) == [.text("Iliad"), .text("Odyssey")])
        let whole = RowCount()
        try migrator.migrate(progress: whole.note)
        let line = Progress.line("Migrating", .seconds(3), expecting: nil, rows: whole.progress, width: 80)
        #expect(line.hasPrefix("Migrating … 3 s, 100 % (") && line.contains("code: Book 2 of 2"))
    }

    @Test func progressIsShownWhereSomebodyWatches() async throws {
        let (shown, continuation) = AsyncStream.makeStream(of: String.self)
        let watched = Monitor()
        let notes = Mutex<[String]>([])
        var progress = Progress(
            screen: Screen(
                width: 80, errorWidth: 60,
                note: { text in
                    notes.withLock { $0.append(text) }
                    continuation.yield(text)
                    watched.withLock { watched.wakeAll() }
                }))
        progress.interval = .milliseconds(1)
        // The work ends when progress has been shown.
        let deadline = Deadline(millisecondsFromNow: 10_000)
        let answer = try await progress.during("Migrating Default", expecting: 90) {
            watched.withLock {
                while notes.withLock({ $0.isEmpty }), watched.wait(until: deadline) {}
            }
            return 42
        }
        continuation.finish()
        #expect(answer == 42)
        var first: String?
        for await text in shown where first == nil { first = text }
        #expect(first?.hasSuffix("Migrating Default … 0 s of about 90 s") == true)
        #expect(notes.withLock { $0.last } == "\r\u{1B}[K")
        let line = Progress.line("\u{1B}[31m", .seconds(3), expecting: nil, width: 80)
        #expect(!line.unicodeScalars.contains("\u{1B}") && line.hasSuffix(" … 3 s"))
    }
}
