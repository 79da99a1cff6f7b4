import Foundation
import Granary
import GranarySQLite
import GranaryTestSupport
import Testing

/// A file that the first version of the format has left, which every later version opens.
@Suite(.timeLimit(.minutes(2))) struct FormatOneTests {
    private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "FormatOne/store.database")

    @Test func aStoreOfFormatOneIsOpenedAndHoldsEverything() throws {
        let directory = try TemporaryDirectory()
        var configuration = StoreConfiguration(name: "Main", type: .sqlite, location: directory.path)
        configuration.file = "store.sqlite"
        try FileManager.default.copyItem(
            at: Self.kept, to: directory.url.appending(path: "store.sqlite"))
        let request = try FormatOneModels.request(configuration)
        let schema = try FormatOneModels.schema()
        for _ in 0..<2 {
            let store = try SQLiteStore.open(request)
            defer { try? store.close() }
            try FormatOneRows.check(store, in: schema)
        }
    }

    @Test func aStoreOfFormatOneIsMigrated() throws {
        let directory = try TemporaryDirectory()
        var configuration = StoreConfiguration(name: "Main", type: .sqlite, location: directory.path)
        configuration.file = "store.sqlite"
        try FileManager.default.copyItem(
            at: Self.kept, to: directory.url.appending(path: "store.sqlite"))
        try FormatOneModels.checkMigration(configuration, SQLiteStore.self)
    }

    @Test func aStoreOfFormatOneIsReadTheSameEachTime() throws {
        let directory = try TemporaryDirectory()
        var configuration = StoreConfiguration(name: "Main", type: .sqlite, location: directory.path)
        configuration.file = "store.sqlite"
        try FileManager.default.copyItem(
            at: Self.kept, to: directory.url.appending(path: "store.sqlite"))
        let request = try FormatOneModels.request(configuration)
        let first = try SQLiteStore.storedSchema(request)
        for _ in 0..<20 { #expect(try SQLiteStore.storedSchema(request) == first) }
    }

    /// Damage to the file.
    ///
    /// Only a migration reads rows, and so finds those that are damaged.
    enum Damage: CaseIterable {
        case cutInHeader, cutInHalf, catalogue, description, rows, index

        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .cutInHeader: bytes.removeLast(bytes.count - 300)
            case .cutInHalf: bytes.removeLast(bytes.count / 2)
            case .catalogue: spoil(&bytes, 100..<1_024)
            case .description: spoil(&bytes, page: 2)
            case .rows: spoil(&bytes, page: 11)
            case .index: spoil(&bytes, page: 4)
            }
        }

        private func spoil(_ bytes: inout [UInt8], page: Int) {
            spoil(&bytes, (page - 1) * 1_024..<page * 1_024)
        }

        private func spoil(_ bytes: inout [UInt8], _ range: Range<Int>) {
            for position in range { bytes[position] = 0xEE }
        }
    }

    @Test(arguments: Damage.allCases)
    func aDamagedStoreOfFormatOneIsRefusedAndLeftAlone(_ damage: Damage) throws {
        let directory = try TemporaryDirectory()
        var configuration = StoreConfiguration(name: "Main", type: .sqlite, location: directory.path)
        configuration.file = "store.sqlite"
        var bytes = Array(try Data(contentsOf: Self.kept))
        damage.apply(to: &bytes)
        try Data(bytes).write(to: directory.url.appending(path: "store.sqlite"))
        try FormatOneModels.expectCorrupt(
            configuration, SQLiteStore.self, by: damage == .rows ? [.changed] : [.same, .changed]
        ) { try directory.names.map { try Data(contentsOf: directory.url.appending(path: $0)) } }
        #expect(directory.names == ["store.sqlite"])
    }
}
