import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Testing

/// A directory that the first version of the format has left, which every later version opens.
@Suite(.timeLimit(.minutes(2))) struct FormatOneTests {
    private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "FormatOne/store")

    @Test func aStoreOfFormatOneIsOpenedAndHoldsEverything() throws {
        let directory = try TemporaryDirectory()
        var configuration = StoreConfiguration(name: "Main", type: .leveldb, location: directory.path)
        configuration.file = "store"
        try FileManager.default.copyItem(at: Self.kept, to: directory.url.appending(path: "store"))
        let request = try FormatOneModels.request(configuration)
        let schema = try FormatOneModels.schema()
        for _ in 0..<2 {
            let store = try LevelDBStore.open(request)
            defer { try? store.close() }
            try FormatOneRows.check(store, in: schema)
        }
    }

    @Test func aStoreOfFormatOneIsMigrated() throws {
        let directory = try TemporaryDirectory()
        var configuration = StoreConfiguration(name: "Main", type: .leveldb, location: directory.path)
        configuration.file = "store"
        try FileManager.default.copyItem(at: Self.kept, to: directory.url.appending(path: "store"))
        try FormatOneModels.checkMigration(configuration, LevelDBStore.self)
    }

    /// Damage to one of the files: where it is cut off, or which byte is turned.
    @Test(arguments: [
        ("GRANARY", 0.5, true), ("GRANARY", 0, false), ("CURRENT", 0.5, true), ("CURRENT", 0, false),
        ("MANIFEST-000004", 0.5, false), ("MANIFEST-000004", 0, true),
    ])
    func aDamagedStoreOfFormatOneIsRefusedAndLeftAlone(
        _ damage: (file: String, part: Double, cuts: Bool)
    ) throws {
        let directory = try TemporaryDirectory()
        var configuration = StoreConfiguration(name: "Main", type: .leveldb, location: directory.path)
        configuration.file = "store"
        let store = directory.url.appending(path: "store")
        try FileManager.default.copyItem(at: Self.kept, to: store)
        var bytes = try Data(contentsOf: store.appending(path: damage.file))
        let position = Int(Double(bytes.count) * damage.part)
        if damage.cuts { bytes = bytes.prefix(position) } else { bytes[position] ^= 0xFF }
        try bytes.write(to: store.appending(path: damage.file))
        try FormatOneModels.expectCorrupt(configuration, LevelDBStore.self, by: [.same, .changed]) {
            // LevelDB's own lock and diary say nothing of what is stored.
            let names = TemporaryDirectory.names(in: store.path).filter { !$0.hasPrefix("LO") }
            return try Dictionary(
                uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: store.appending(path: $0))) })
        }
        #expect(directory.names == ["store"])
    }
}
