import CustomBackend
import Foundation
import Granary
import Testing

/// A log that is damaged is refused as it is; only a save that was cut off, and so never acknowledged, is lost.
@Suite struct LogDamageTests {
    private let configuration: StoreConfiguration
    private let log: URL
    private let schema: Schema

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "granary-\(UUID().uuidString)")
        configuration = StoreConfiguration(
            name: "Default", type: LogStore.type, location: folder.path, file: "notes")
        log = URL(filePath: try #require(try LogStore.location(of: configuration)))
        let note = ModelDescription(
            name: "Note",
            attributes: [AttributeDescription("id", .integer), AttributeDescription("text", .text)],
            key: ["id"])
        schema = try Schema("Notes", descriptions: [(note, nil)])
        for id in 1...3 as ClosedRange<Int64> { try save(id) }
    }

    /// Opens the store, calls the closure with a session, and closes it.
    private func use<R>(isReadOnly: Bool = false, _ body: (any StoreSession, Entity) throws -> R) throws -> R
    {
        var configuration = configuration
        configuration.isReadOnly = isReadOnly
        let store = try LogStore.open(
            StoreOpenRequest(
                configuration: configuration, entities: schema.entities, links: schema.links,
                fingerprint: schema.fingerprint))
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        return try body(session, try #require(schema.entity("Note")))
    }

    private func save(_ id: Int64) throws {
        try use { session, note in
            var changes = ChangeSet()
            changes.inserts = [
                InsertBatch(
                    entity: note, rows: [Record(of: note, ["id": .integer(id), "text": .text("n")])])
            ]
            _ = try session.commit(changes)
        }
    }

    private func count(isReadOnly: Bool = false) throws -> Int? {
        try use(isReadOnly: isReadOnly) { try $0.count(FetchRequest(entity: $1)) }
    }

    private func code(isReadOnly: Bool) -> GranaryError.Code? {
        do {
            _ = try count(isReadOnly: isReadOnly)
            return nil
        } catch { return (error as? GranaryError)?.code }
    }

    private func remove() { try? FileManager.default.removeItem(at: log.deletingLastPathComponent()) }

    @Test func aChangedByteIsDamageWhereverItIs() throws {
        defer { remove() }
        let whole = try Data(contentsOf: log)
        for offset in whole.indices {
            var bytes = whole
            bytes[offset] ^= 1 << UInt8(offset % 8)
            try bytes.write(to: log)
            for isReadOnly in [true, false] {
                let code = code(isReadOnly: isReadOnly)
                #expect(code == (offset < 14 ? .foreign : .corrupt), "byte \(offset) of \(whole.count)")
            }
            #expect(try Data(contentsOf: log) == bytes, "byte \(offset) of \(whole.count)")
        }
        try whole.write(to: log)
        #expect(try count() == 3)
    }

    @Test func aSaveThatWasCutOffIsRemovedWhenTheLogIsOpenedForWriting() throws {
        defer { remove() }
        let before = try Data(contentsOf: log)
        try save(4)
        let whole = try Data(contentsOf: log)
        for count in before.count..<whole.count {
            let bytes = whole.prefix(count)
            try bytes.write(to: log)
            #expect(try self.count(isReadOnly: true) == 3)
            #expect(try Data(contentsOf: log) == bytes)
            #expect(try self.count() == 3)
            #expect(try Data(contentsOf: log) == before)
        }
        try save(5)
        #expect(try count() == 4)
    }

    @Test func aLogWhoseBeginningWasCutOffIsEmpty() throws {
        defer { remove() }
        let whole = try Data(contentsOf: log)
        for count in 0..<14 {
            try whole.prefix(count).write(to: log)
            #expect(code(isReadOnly: true) != .foreign, "\(count) bytes")
            #expect(try Data(contentsOf: log) == whole.prefix(count), "\(count) bytes")
            #expect(try self.count() == 0, "\(count) bytes")
            try save(1)
            #expect(try self.count() == 1, "\(count) bytes")
        }
    }

    /// What the chapter for backend authors says of the example.
    @Test func theSourcesAreAbout200LinesOfCode() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Sources")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var code = 0
        for file in files {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let text = line.drop { $0 == " " }
                if !text.isEmpty, !text.hasPrefix("//") { code += 1 }
            }
        }
        #expect(code > 100 && code <= 205)
    }

    @Test func aDamagedLogCanBeDestroyed() throws {
        defer { remove() }
        var bytes = try Data(contentsOf: log)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: log)
        try LogStore.destroy(configuration)
        #expect(!FileManager.default.fileExists(atPath: log.path))
    }
}
