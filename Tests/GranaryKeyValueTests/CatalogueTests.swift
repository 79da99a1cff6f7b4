import CustomBackend
import Foundation
import Granary
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// A store is opened with what it was made for, and refused otherwise, as it is.
@Suite struct CatalogueTests {
    private static func refusal(_ desk: Desk, _ schema: Schema? = nil) -> GranaryError? {
        failure { try Desk.open(schema ?? desk.schema, desk.path).close() }
    }

    private static func schema(_ models: [ModelDescription]) throws -> Schema {
        try Schema("Games", descriptions: models.map { ($0, nil) })
    }

    @Test func identityAndRowsStay() throws {
        let desk = try RecordTests.filled()
        let identity = desk.store.identity
        try desk.behind { _ in }
        #expect(desk.store.identity == identity && identity.formatVersion == 2)
        #expect(try desk.rows("Player").count == 1)
    }

    @Test func otherModelsAreIncompatibleAndTheDifferencesAreNamed() throws {
        let desk = try RecordTests.filled()
        try desk.close()
        let before = try Data(contentsOf: URL(filePath: desk.path))
        var team = Fixture.team
        team.relationships = []
        team.attributes = [AttributeDescription("id", .integer), AttributeDescription("name", .integer)]
        let error = Self.refusal(desk, try Self.schema([team]))
        #expect(error?.code == .incompatible)
        for words in ["“name” as text, not integer", "“Player” is not in the schema", "indexes or unique"] {
            #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        }
        #expect(try Data(contentsOf: URL(filePath: desk.path)) == before)
    }

    @Test func aModelUnderAnotherConfigurationsNameIsIncompatible() throws {
        func schema(_ configuration: String, _ attributes: [String]) throws -> Schema {
            let team = ModelDescription(
                name: "Team",
                attributes: [AttributeDescription("id", .integer)]
                    + attributes.map { AttributeDescription($0, .text, isOptional: true) }, key: ["id"])
            return try Schema(
                "Games", descriptions: [(team, nil)], configurations: [configuration: ["Team"]])
        }
        let desk = try Desk(schema("Old", ["name"]))
        try desk.insert("Team", ["id": .integer(1), "name": .text("Reds")])
        try desk.close()
        let before = try Data(contentsOf: URL(filePath: desk.path))
        for attributes in [["name"], ["name", "city", "country"]] {
            let error = Self.refusal(desk, try schema("New", attributes))
            #expect(error?.code == .incompatible)
            #expect(error?.message.contains("“Team” belongs to the configuration “Old”") == true)
        }
        #expect(try Data(contentsOf: URL(filePath: desk.path)) == before)
        try desk.behind { _ in }
        #expect(try desk.rows("Team") == [[.integer(1), .text("Reds")]])
    }

    @Test func twoTablesOfOneNameAreDamage() throws {
        let desk = try RecordTests.filled()
        try desk.close()
        let engine = try LogEngine(desk.path)
        let key = [0] + Array("catalogue".utf8)
        let json = try #require(try engine.entries().first { $0.key == key }?.value)
        let text = String(decoding: json, as: UTF8.self).replacing("\"Tag\"", with: "\"Team\"")
        try engine.set(key, Array(text.utf8))
        engine.close()
        #expect(Self.refusal(desk)?.code == .corrupt)
    }

    @Test func newerForeignAndDamagedStoresHaveTheirOwnCodes() throws {
        let key = [0] + Array("catalogue".utf8)
        let contents: [([UInt8]?, GranaryError.Code)] = [
            (Array("{\"format\":5}".utf8), .newer), (Array("{\"format\":4}".utf8), .corrupt),
            (Array("{\"format\":3}".utf8), .corrupt),
            (Array("{\"format\":2}".utf8), .corrupt), (Array("{\"format\":1}".utf8), .corrupt),
            (Array("nonsense".utf8), .corrupt), (nil, .foreign),
        ]
        for (content, code) in contents {
            let desk = try RecordTests.filled()
            try desk.close()
            let engine = try LogEngine(desk.path)
            try engine.set(key, content)
            engine.close()
            #expect(Self.refusal(desk)?.code == code)
        }
    }

    @Test func anUnusableSaveNumberIsDamage() throws {
        let desk = try RecordTests.filled()
        try desk.close()
        let engine = try LogEngine(desk.path)
        try engine.set([0] + Array("version".utf8), [1, 2])
        engine.close()
        #expect(Self.refusal(desk)?.code == .corrupt)
    }

    @Test func aConfigurationIsAddedLaterAndNumbersAreNotUsedAgain() throws {
        let all = [Fixture.match, Fixture.team, Fixture.player, Fixture.tag]
        let first = try Schema(
            "Games", descriptions: [(Fixture.match, nil)], configurations: ["A": ["Match"]])
        let both = try Schema(
            "Games", descriptions: all.map { ($0, nil) },
            configurations: ["A": ["Match"], "B": ["Team", "Player", "Tag"]])
        let desk = try Desk(first)
        try desk.close()
        let store = try #require(try Desk.open(both, desk.path) as? KeyValueStore)
        #expect(store.identity.configurations == ["A", "B"])
        #expect(Set(store.catalogue.tables.map(\.id)).count == store.catalogue.tables.count)
        try store.close()
        // The store now holds more than the first schema asks for, which is no difference.
        try Desk.open(first, desk.path).close()
    }

    @Test func keysAreNeverHandedOutAgain() throws {
        let desk = try Desk()
        let player = try desk.entity("Player")
        let first = try desk.session.reserveKeys(10, of: player)
        try desk.behind { _ in }
        let player2 = try desk.session.reserveKeys(1, of: player)
        #expect(player2 >= first + 10)
        try desk.insert("Player", ["id": .integer(500), "name": .text("x")])
        try desk.behind { _ in }
        #expect(try desk.session.reserveKeys(1, of: player) == 501)
        try desk.insert("Player", ["id": .integer(.max), "name": .text("y")])
        #expect(failure { _ = try desk.session.reserveKeys(1, of: player) }?.code == .overflow)
    }
}
