import CustomBackend
import Foundation
import Granary
import GranaryTestSupport
import Testing

/// What is stored is, byte for byte, what `Docs/Design` says: files that were written once stay readable.
@Suite struct GoldenTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// A store with a few rows of every kind.
    static func filled() throws -> Desk {
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
        let isFirst = pairs.table.firstEntity.name == "Player"
        pairs.added = [isFirst ? (.integer(7), .text("Zoë")) : (.text("Zoë"), .integer(7))]
        changes.links = [pairs]
        _ = try desk.session.commit(changes)
        return desk
    }

    /// Every entry of such a store as a line of hexadecimal digits.
    static func dump() throws -> String {
        let desk = try filled()
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
        let file = Self.folder.appending(path: "Golden/entries-2.txt")
        let dump = try Self.dump()
        if ProcessInfo.processInfo.environment["GRANARY_RECORD_GOLDEN"] != nil {
            try dump.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == dump)
    }

    /// The formats differ in what the catalogue says, and in no row and no index.
    @Test func rowsAreAsInTheFirstFormat() throws {
        func rows(_ file: String) throws -> [Substring] {
            try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
                .split(separator: "\n").filter { !$0.hasPrefix("00636174616c6f677565") }
        }
        #expect(try rows("Golden/entries.txt") == rows("Golden/entries-2.txt"))
    }

    /// The entries of the file, in a store that is opened.
    private static func opened() throws -> Desk {
        let desk = try Desk()
        let lines = try String(contentsOf: folder.appending(path: "Golden/entries.txt"), encoding: .utf8)
        try desk.behind { engine in
            for entry in try engine.entries() { try engine.set(entry.key, nil) }
            for line in lines.split(separator: "\n") {
                let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(bytes)
                try engine.set(parts[0], parts[parts.count - 1])
            }
        }
        return desk
    }

    private static func bytes(_ digits: Substring) -> [UInt8] {
        digits.utf8.indices.enumerated().filter { $0.offset % 2 == 0 }.compactMap { _, start in
            UInt8(digits[start...].prefix(2), radix: 16)
        }
    }

    /// What the rows and pairs of a store are, and which rows its indexes find.
    private static func content(_ desk: Desk) throws -> [String] {
        var content: [String] = []
        for entity in desk.schema.entities {
            let rows = try desk.rows(entity.name)
            content.append("\(entity.name) \(rows)")
            for column in entity.columns.indices where entity.columns[column].type != .json {
                let name = entity.propertyName(entity.columns[column].property)
                for value in rows.map({ $0[column] }) where name != "team" {
                    var request = FetchRequest(entity: entity)
                    request.predicate = .compare(.equal, .attribute(path: [], name: name), .literal(value))
                    let plan = try desk.session.explain(request).index ?? "all rows"
                    content.append("\(plan) \(value): \(try desk.rows(request))")
                }
            }
        }
        for link in desk.schema.links {
            for isFirst in [true, false] {
                let keys: [ObjectKey] =
                    (link.firstEntity.name == "Player") == isFirst ? [.integer(7)] : [.text("Zoë")]
                content.append("\(try desk.session.links(link, fromFirst: isFirst, of: keys))")
            }
        }
        return content
    }

    @Test func aStoreThatWasWrittenOnceIsReadAndGoesOn() throws {
        let (golden, fresh) = (try Self.opened(), try Self.filled())
        #expect(golden.store.identity.id == "identity")
        #expect(try Self.content(golden) == Self.content(fresh))
        for desk in [golden, fresh] {
            try desk.update("Player", .integer(7), ["name": .text("Anna"), "price": .null])
            try desk.insert("Team", ["id": .integer(2), "name": .text("Greens")])
            try desk.behind { _ in }
        }
        #expect(try Self.content(golden) == Self.content(fresh))
        let team = try golden.entity("Team")
        #expect(
            try golden.session.reserveKeys(1, of: team)
                == fresh.session.reserveKeys(1, of: fresh.entity("Team")))
        let error = failure { try golden.insert("Team", ["id": .integer(9), "name": .text("Reds")]) }
        #expect(error?.context.constraint == .unique)
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
