import Foundation
import Granary
import GranarySQLite
import GranaryTestSupport
import Testing

/// A log or journal whose database is gone never gets into a new one.
@Suite(.timeLimit(.minutes(2))) struct LostDatabaseTests {
    private static let sides = ["-wal", "-shm"]

    /// A place with the files of a store with 500 teams that was killed.
    private func killed() throws -> Harness {
        let harness = try Harness()
        let place = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        try opened.session.insert(
            (0..<500).map { DynamicRow(["id": .integer($0), "name": .text("\($0)")]) }, harness.entity("Team")
        )
        for side in [""] + Self.sides {
            try FileManager.default.copyItem(atPath: harness.path + side, toPath: place.path + side)
        }
        return place
    }

    private func names(_ harness: Harness, _ ending: String) -> [String] {
        harness.directory.names.filter { $0.hasPrefix("default.sqlite.") && $0.hasSuffix(ending) }
    }

    @Test(arguments: [true, false]) func aNewStoreTakesNothingFromTheLogOfAFormerOne(isEmptied: Bool) throws {
        let harness = try killed()
        let log = try #require(FileManager.default.contents(atPath: harness.path + "-wal"))
        #expect(!log.isEmpty)
        if isEmptied {
            try Data().write(to: URL(filePath: harness.path))
        } else {
            try FileManager.default.removeItem(atPath: harness.path)
        }
        let store = try harness.open()
        defer { try? store.close() }
        #expect(store.isNew)
        let remarks = try #require(store as? any RemarkedStore).remarks
        let kept = names(harness, "-wal")
        #expect(kept.count == 1 && remarks.count == 1)
        #expect(remarks.first?.message.contains(kept.first ?? "?") == true, "\(remarks)")
        let path = "\(harness.directory.path)/\(kept.first ?? "")"
        #expect(FileManager.default.contents(atPath: path) == log)
        let session = try store.makeSession()
        defer { session.end() }
        let team = try harness.entity("Team")
        #expect(try session.rows(FetchRequest(entity: team)).isEmpty)
        try session.insert([DynamicRow(["id": .integer(7), "name": .text("A")])], team)
        #expect(try session.rows(FetchRequest(entity: team)).count == 1)
    }

    @Test func aJournalWithoutItsDatabaseIsMovedAsideToo() throws {
        let harness = try Harness()
        let journal = Data("a journal".utf8)
        try journal.write(to: URL(filePath: harness.path + "-journal"))
        try harness.open().close()
        let kept = names(harness, "-journal")
        let path = "\(harness.directory.path)/\(kept.first ?? "")"
        #expect(kept.count == 1 && FileManager.default.contents(atPath: path) == journal)
        // It is no copy of a store.
        #expect(try SQLiteStore.copies(of: harness.configuration).isEmpty)
    }

    @Test func anEmptyLogWithoutItsDatabaseIsARemarkToo() throws {
        let harness = try Harness()
        for side in Self.sides { try Data().write(to: URL(filePath: harness.path + side)) }
        let store = try harness.open()
        defer { try? store.close() }
        let remarks = try #require(store as? any RemarkedStore).remarks
        #expect(remarks.map(\.code) == [.corrupt] && names(harness, "").isEmpty)
        try store.close()
        // Nothing is said of the store that is there.
        let again = try harness.open()
        defer { try? again.close() }
        #expect((again as? any RemarkedStore)?.remarks.isEmpty == true)
    }

    @Test func theOwnerIsWarned() async throws {
        let harness = try killed()
        try FileManager.default.removeItem(atPath: harness.path)
        let stack = try PersistentStack(harness.schema, registry: StoreRegistry(backends: [.sqlite]))
        try await stack.attachPersistentStore(for: harness.configuration)
        var errors = stack.errors.makeAsyncIterator()
        try await stack.start()
        let told = await errors.next()
        #expect(told?.work == .opening && told?.error.code == .corrupt)
        try await stack.close()
    }

    @Test func ofTwoProgramsThatMakeAStoreInAnEmptiedFileOneIsFirst() async throws {
        let harness = try Harness()
        for _ in 0..<10 {
            try Data().write(to: URL(filePath: harness.path))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let store = try harness.open()
                        defer { try? store.close() }
                        return store.isNew
                    }
                }
                var made = 0
                for try await isNew in group where isNew { made += 1 }
                #expect(made == 1)
            }
            try SQLiteStore.destroy(harness.configuration)
        }
    }
}
