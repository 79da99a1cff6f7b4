import Foundation
import Granary
import GranarySQLite
import GranaryTestSupport
import Testing

/// A log that does not belong to the database file next to it is refused before SQLite writes it into the
/// file.
@Suite(.timeLimit(.minutes(2))) struct LogPairingTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    /// Saves a number of teams, each in a separate save.
    private func save(_ ids: ClosedRange<Int64>, _ opened: Opened) throws {
        for id in ids {
            let row = DynamicRow(["id": .integer(id), "name": .text("\(id)")])
            try opened.session.insert([row], harness.entity("Team"))
        }
    }

    /// The bytes of the database and of its log, while the store may be open.
    private func files() throws -> (file: Data, log: Data) {
        let manager = FileManager.default
        return (
            try #require(manager.contents(atPath: harness.path)),
            manager.contents(atPath: harness.path + "-wal") ?? Data()
        )
    }

    /// What opening a file with a log gives: the number of teams, or an error that leaves both as they are.
    private func count(_ file: Data, _ log: Data) throws -> Int? {
        let place = try Harness()
        try file.write(to: URL(filePath: place.path))
        try log.write(to: URL(filePath: place.path + "-wal"))
        let store: any Store
        do {
            store = try place.open()
        } catch let error as GranaryError where error.code == .corrupt {
            #expect(error.message.contains("default.sqlite-wal"), "\(error)")
            #expect(FileManager.default.contents(atPath: place.path) == file)
            #expect(FileManager.default.contents(atPath: place.path + "-wal") == log)
            return nil
        }
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        return try session.rows(FetchRequest(entity: place.entity("Team"))).count
    }

    @Test func anOlderFileDoesNotTakeALaterLog() throws {
        let first = try harness.session()
        try save(1...3, first)
        try first.close()
        let older = try files().file
        let second = try harness.session()
        try save(4...6, second)
        try second.close()
        let third = try harness.session()
        try save(7...9, third)
        let killed = try files()
        try third.close()
        #expect(try count(killed.file, killed.log) == 9)
        #expect(try count(older, killed.log) == nil)
        #expect(try count(killed.file, Data()) == 6)
    }

    @Test func aLaterFileDoesNotTakeAnOlderLog() throws {
        let first = try harness.session()
        try save(1...3, first)
        let killed = try files()
        try save(4...6, first)
        try first.close()
        let later = try files().file
        #expect(try count(killed.file, killed.log) == 3)
        #expect(try count(later, killed.log) == nil)
        #expect(try count(later, Data()) == 6)
    }

    @Test func noFileTakesTheLogOfAnotherStore() throws {
        let opened = try harness.session()
        try save(1...3, opened)
        let own = try files()
        try opened.close()
        let other = try LogPairingTests()
        let others = try other.harness.session()
        try other.save(1...3, others)
        let log = try other.files().log
        try others.close()
        #expect(try count(own.file, own.log) == 3)
        #expect(try count(own.file, log) == nil)
    }

    /// Code migrates a copy, which comes back as one change of every page.
    @Test func aLogThatReplacesTheWholeFileFits() throws {
        let opened = try harness.session()
        try save(1...3, opened)
        try opened.close()
        let copy = try #require(try SQLiteStore.copy(harness.configuration, as: .working))
        var copied = harness
        copied.configuration = copy.configuration
        let changed = try copied.session()
        try save(4...9, changed)
        try changed.close()
        // A connection that stays open keeps the log where it is.
        let outsider = try Outsider(harness.path)
        try outsider.run("SELECT count(*) FROM granary_store")
        try SQLiteStore.replace(harness.configuration, with: copy)
        let files = try files()
        #expect(!files.log.isEmpty)
        #expect(try count(files.file, files.log) == 9)
        withExtendedLifetime(outsider) {}
    }
}
