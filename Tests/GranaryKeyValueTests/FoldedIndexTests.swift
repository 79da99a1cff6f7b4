import CustomBackend
import Granary
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// The entries of an index without case, byte by byte, and the format of a store that has one.
@Suite struct FoldedIndexTests {
    private static func desk(isFolded: Bool) throws -> Desk {
        let team = ModelDescription(
            name: "Team",
            attributes: [
                AttributeDescription("id", .integer),
                AttributeDescription("name", .text, isOptional: true, hasFoldedIndex: isFolded),
            ],
            key: ["id"])
        return try Desk(try Schema("Games", descriptions: [(team, nil)]))
    }

    /// The keys of the entries of the only index, without its prefix.
    private static func entries(_ desk: Desk) throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        try desk.behind { engine in
            found = try engine.entries().map(\.key).filter { $0.first == 2 }.map { Array($0.dropFirst(5)) }
        }
        return found
    }

    @Test func onlySuchAStoreHasTheFourthFormat() throws {
        #expect(try Self.desk(isFolded: true).store.identity.formatVersion == 4)
        #expect(try Self.desk(isFolded: false).store.identity.formatVersion == 2)
    }

    @Test func entriesHaveTheFoldedTextAndTheKey() throws {
        let desk = try Self.desk(isFolded: true)
        try desk.insert("Team", ["id": .integer(1), "name": .text("Stra\u{DF}e")], ["id": .integer(2)])
        let (named, none) = (
            try #require(KeyCoding.encode([.text("strasse"), .integer(1)])),
            try #require(KeyCoding.encode([.null, .integer(2)]))
        )
        #expect(try Self.entries(desk) == [none, named])
        try desk.update("Team", .integer(1), ["name": .text("WIND")])
        let changed = try #require(KeyCoding.encode([.text("wind"), .integer(1)]))
        #expect(try Self.entries(desk) == [none, changed])
    }
}
