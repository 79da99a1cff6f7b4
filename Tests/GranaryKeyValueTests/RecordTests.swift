import CustomBackend
import Granary
import GranaryConformance
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// Records keep their meaning when columns come and go, and damage is an error.
@Suite struct RecordTests {
    /// The key of the player with an integer key: `01`, the table, the integer.
    static func key(_ desk: Desk, _ id: UInt8) throws -> [UInt8] {
        let table = try #require(
            (desk.store as? KeyValueStore)?.catalogue.tables.first { $0.name == "Player" })
        return [1, 0, UInt8(table.id)] + (id == 0 ? [0x29] : [0x2A, id])
    }

    static func filled() throws -> Desk {
        let desk = try Desk()
        try desk.insert("Player", ["id": .integer(7), "name": .text("Ann"), "score": .integer(3)])
        return desk
    }

    @Test func fieldsOfUnknownColumnsArePassedOverAndKept() throws {
        let desk = try Self.filled()
        let key = try Self.key(desk, 7)
        // Column 99, with each kind of content.
        let unknown: [[UInt8]] = [
            [0x98, 0x06], [0x9A, 0x06, 0x80, 0x01], [0x9B, 0x06, 1, 2, 3, 4, 5, 6, 7, 8],
            [0x9C, 0x06] + Array(1...16), [0x9D, 0x06, 2, 0xAA, 0xBB],
        ]
        for field in unknown {
            try desk.behind { engine in
                let record = try #require(try engine.entries().first { $0.key == key }?.value)
                // Behind the head, so that other fields follow.
                try engine.set(key, Array(record[..<2]) + field + Array(record[2...]))
            }
            #expect(try desk.rows("Player").first?[1] == .text("Ann"))
        }
        try desk.update("Player", .integer(7), ["score": .integer(4)])
        #expect(try desk.rows("Player").first?[3] == .integer(4))
        try desk.behind { engine in
            let record = try #require(try engine.entries().first { $0.key == key }?.value)
            for field in unknown { #expect(record.contains(field)) }
        }
    }

    @Test func aColumnWithoutAFieldIsNull() throws {
        let desk = try Self.filled()
        let key = try Self.key(desk, 7)
        try desk.behind { try $0.set(key, [1, 1]) }
        let row = try #require(try desk.rows("Player").first)
        #expect(row[0] == .integer(7) && row[1...].allSatisfy(\.isNull))
    }

    @Test func damagedRecordsAreErrorsAndNotTraps() throws {
        let desk = try Self.filled()
        let key = try Self.key(desk, 7)
        let whole: [UInt8] = [1, 5, 0x15, 3, 0x41, 0x6E, 0x6E]
        var damaged: [[UInt8]] = [[], [1], [2, 5], [1, 0x80], [1, 5, 0x16], [1, 5, 0x17]]
        damaged += (3..<whole.count).map { Array(whole[..<$0]) }
        // Another kind than the column's; a length that is too large; a varint without an end.
        damaged += [[1, 5, 0x12, 1], [1, 5, 0x15, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]]
        damaged += [[1, 5, 0x1A] + Array(repeating: 0xFF, count: 12)]
        // More than 64 bits: in a score, in the number of the save, in a length, in the head of a field.
        let long: [UInt8] = Array(repeating: 0xFF, count: 9)
        damaged += [
            [1, 5, 0x22] + long + [0x7F], [1, 5, 0x22] + long + [2], [1] + long + [3] + whole[2...],
        ]
        damaged += [[1, 5, 0x15] + long + [2], [1, 5] + long + [2, 3, 0x41, 0x6E, 0x6E]]
        // Two names; two scores, the same; true and false.
        damaged += [whole + whole[2...], [1, 5, 0x22, 2, 0x22, 2], [1, 5, 0x38, 0x39]]
        for record in damaged {
            try desk.behind { try $0.set(key, record) }
            #expect(failure { _ = try desk.rows("Player") }?.code == .malformed, "\(record)")
            #expect(failure { try desk.update("Player", .integer(7), ["score": .integer(1)]) } != nil)
        }
        try desk.behind { try $0.set(key, whole) }
        #expect(try desk.rows("Player").first?[1] == .text("Ann"))
    }

    /// Text that is not UTF-8 is not repaired, and what could not have been saved is not taken for a value.
    @Test func valuesThatNoStoreMayHoldAreErrorsThatNameTheProperty() throws {
        let desk = try Self.filled()
        let key = try Self.key(desk, 7)
        func eight(_ bits: UInt64) -> [UInt8] { withUnsafeBytes(of: bits.littleEndian) { Array($0) } }
        func text(_ bytes: [UInt8]) -> [UInt8] { [0x15, UInt8(bytes.count)] + bytes }
        let long = Array("more than fifteen bytes ".utf8)
        let texts: [[UInt8]] = [
            [0x41, 0xFF, 0x6E], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x41, 0, 0x6E], [0],
            long + [0], [0] + long, long + [0x80] + long, Array("Zoë".utf8) + [0],
            Array("Zoë".utf8.dropLast()),
        ]
        let dates: [Int64] = [.min, .max, -62_135_596_800_000_001, 253_402_300_800_000_000]
        var records: [(String, [UInt8])] = [("price", [0x35, 1, 0x31]), ("settings", [0x55, 1, 0xFF])]
        for bytes in texts { records.append(("name", text(bytes))) }
        for date in dates { records.append(("born", [0x43] + eight(UInt64(bitPattern: date)))) }
        for bits in [Double.nan.bitPattern, .max] { records.append(("rating", [0x2B] + eight(bits))) }
        for (property, field) in records {
            try desk.behind { try $0.set(key, [1, 5] + field) }
            let error = failure { _ = try desk.rows("Player") }
            #expect(error?.code == .malformed && error?.context.properties == [property], "\(field)")
            var sorted = FetchRequest(entity: try desk.entity("Player"))
            sorted.predicate = .compare(
                .notEqual, .attribute(path: [], name: property), .attribute(path: [], name: property))
            if property != "settings" {
                #expect(failure { _ = try desk.rows(sorted) }?.code == .malformed, "\(field)")
            }
        }
        for whole in ["", "Zoë", "more than fifteen bytes, and ë", "\u{1}\u{7F}", "\u{10FFFF}"] {
            try desk.behind { try $0.set(key, [1, 5] + text(Array(whole.utf8))) }
            #expect(try desk.rows("Player").first?[1] == .text(whole))
        }
    }

    @Test func theLargestNumbersAreRead() throws {
        let desk = try Self.filled()
        let key = try Self.key(desk, 7)
        for (number, last) in [(Int64.min, [0xFF, 1]), (.max, [0xFE, 1])] as [(Int64, [UInt8])] {
            let record = [1, 5, 0x22, last[0]] + Array(repeating: 0xFF, count: 8) + last[1...]
            try desk.behind { try $0.set(key, record) }
            #expect(try desk.rows("Player").first?[3] == .integer(number))
        }
    }

    @Test func aDamagedRowAtTheEndOfARelationshipIsAnError() throws {
        let desk = try Self.filled()
        try desk.insert("Team", ["id": .integer(1), "name": .text("Reds")])
        try desk.insert("Player", ["id": .integer(8), "name": .text("Bob"), "team": .integer(1)])
        try desk.behind { engine in
            let team = try #require(try engine.entries().first { $0.key.starts(with: [1, 0, 4]) })
            try engine.set(team.key, team.value + team.value[2...])
        }
        var request = FetchRequest(entity: try desk.entity("Player"))
        request.predicate = .compare(
            .equal, .attribute(path: ["team"], name: "name"), .literal(.text("Reds")))
        #expect(failure { _ = try desk.rows(request) }?.code == .malformed)
    }

    @Test func randomBytesAreErrorsAndNotTraps() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let desk = try Self.filled()
        let key = try Self.key(desk, 7)
        for _ in 0..<200 {
            let record =
                [1]
                + (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            try desk.behind { try $0.set(key, record) }
            let error = failure { _ = try desk.rows("Player") }
            #expect(error == nil || error?.code == .malformed, "seed \(seed)")
        }
    }

    @Test func anIndexEntryWithoutARowIsDamage() throws {
        let desk = try Self.filled()
        let key = try Self.key(desk, 7)
        // Enough rows that the index is asked and not the table.
        for id in 100..<130 as Range<Int64> {
            try desk.insert("Player", ["id": .integer(id), "name": .text("x")])
        }
        try desk.behind { try $0.set(key, nil) }
        var request = FetchRequest(entity: try desk.entity("Player"))
        request.predicate = .compare(.equal, .attribute(path: [], name: "name"), .literal(.text("Ann")))
        #expect(failure { _ = try desk.rows(request) }?.code == .corrupt)
    }
}

extension [UInt8] {
    /// Whether bytes stand somewhere among these.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
