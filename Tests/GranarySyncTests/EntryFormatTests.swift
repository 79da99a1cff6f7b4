import FoundationEssentials
import Granary
import Testing

@testable import GranarySync

/// The compact format of entries, as `Docs/Design/sync-entries.md` specifies it.
@Suite struct EntryFormatTests {
    static var everyKind: EntryValues {
        var values = EntryValues()
        let all: [Value] = [
            .null, .bool(false), .bool(true), .integer(-1), .integer(.max), .integer(.min), .real(-0.5),
            .text("naïve ☂"), .data(Data([0, 255])), .date(1_700_000_000_000_000),
            .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
            .decimal(Decimal(string: "-12.50") ?? 0),
        ]
        values.changes = [
            .init(property: "title", before: nil, after: [.text("one")]),
            .init(property: "all", before: all, after: nil),
            .init(property: "place", before: [.integer(1), .text("a")], after: [.integer(300), .null]),
        ]
        values.pairs = [
            .init(relationship: "readers", target: .integer(7), isAdded: true),
            .init(relationship: "readers", target: .compound([.text("x"), .integer(2)]), isAdded: false),
        ]
        return values
    }

    @Test func whatIsWrittenIsRead() throws {
        #expect(try EntryValues(reading: Self.everyKind.written) == Self.everyKind)
        #expect(try EntryValues(reading: EntryValues().written).isEmpty)
    }

    @Test func theBytesAreThoseOfTheSpecification() throws {
        var values = EntryValues()
        values.changes = [.init(property: "likes", before: [.integer(1)], after: [.integer(300)])]
        values.pairs = [.init(relationship: "readers", target: .text("ada"), isAdded: true)]
        let bytes: [UInt8] =
            [1, 1, 5] + Array("likes".utf8) + [3, 1, 3, 2, 1, 3, 0xD8, 0x04]
            + [1, 7] + Array("readers".utf8) + [1, 1, 5, 3] + Array("ada".utf8)
        #expect(Array(values.written) == bytes)
    }

    @Test func damagedBytesAreAnErrorAndNoTrap() {
        let whole = Array(Self.everyKind.written)
        for length in whole.indices {
            #expect(throws: GranaryError.self) { try EntryValues(reading: Data(whole.prefix(length))) }
        }
        for position in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[position] ^= 1 << UInt8(bit)
                _ = try? EntryValues(reading: Data(bytes))
            }
        }
    }

    @Test func aLaterFormatIsNewer() {
        #expect {
            try EntryValues(reading: Data([2, 0, 0]))
        } throws: { ($0 as? GranaryError)?.code == .newer }
    }
}
