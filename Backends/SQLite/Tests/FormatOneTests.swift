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
}
