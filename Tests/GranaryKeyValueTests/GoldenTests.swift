import CustomBackend
import Foundation
import Granary
import Testing

/// What is stored is, byte for byte, what `Docs/Design` says: files that were written once stay readable.
@Suite struct GoldenTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// A store with a few rows of every kind, and every entry of it as a line of hexadecimal digits.
    static func dump() throws -> String {
        let desk = try Desk()
        let badge = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        let price = try #require(Decimal(string: "-123.45"))
        try desk.insert(
            "Team", ["id": .integer(1), "name": .text("Reds")],
            ["id": .integer(-70_000), "name": .text("Blues")])
        try desk.insert("Tag", ["label": .text("fast")], ["label": .text("Zoë")])
        try desk.insert(
            "Player",
            [
                "id": .integer(7), "name": .text("Ann"), "email": .text("ann@example.org"),
                "score": .integer(300), "rating": .real(-1.5), "price": .decimal(price),
                "active": .bool(true), "born": .date(-86_400_000_000), "photo": .data(Data([0, 1, 255])),
                "settings": .text("{\"a\":1}"), "badge": .uuid(badge), "team": .integer(1),
            ],
            ["id": .integer(Int64.max), "name": .text("")],
            ["id": .integer(0), "name": .text("Bob"), "active": .bool(false), "score": .integer(-1)])
        try desk.insert(
            "Match",
            [
                "day": .date(1_700_000_000_000_000), "place": .text("Öland"),
                "code": .data(Data([97, 0, 98])), "goals": .integer(0),
            ])
        var changes = ChangeSet()
        var pairs = LinkBatch(table: try #require(desk.schema.links.first))
        let isFirst = pairs.table.firstEntity == "Player"
        pairs.added = [isFirst ? (.integer(7), .text("Zoë")) : (.text("Zoë"), .integer(7))]
        changes.links = [pairs]
        _ = try desk.session.commit(changes)
        let id = desk.store.identity.id
        try desk.close()
        let engine = try LogEngine(desk.path)
        defer { engine.close() }
        return try engine.entries().map { key, value in
            // The identity is made when the store is.
            let text = String(decoding: value, as: UTF8.self)
            let known = text.contains(id) ? Array(text.replacing(id, with: "identity").utf8) : value
            return "\(hexadecimal(key)) \(hexadecimal(known))"
        }.joined(separator: "\n") + "\n"
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test func entriesAreAsTheyHaveAlwaysBeen() throws {
        let file = Self.folder.appending(path: "Golden/entries.txt")
        let dump = try Self.dump()
        if ProcessInfo.processInfo.environment["GRANARY_RECORD_GOLDEN"] != nil {
            try dump.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == dump)
    }

    /// A reader in another language, written from the documents alone, finds the same rows.
    @Test func aReaderInPythonFindsTheRows() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", Self.folder.appending(path: "decode.py").path,
            Self.folder.appending(path: "Golden/entries.txt").path,
        ]
        process.standardOutput = output
        try process.run()
        let found = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let expected = try Data(contentsOf: Self.folder.appending(path: "Golden/rows.json"))
        #expect(String(decoding: found, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }
}
