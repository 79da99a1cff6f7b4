import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Testing

/// The store refuses what every engine refuses, and with an option what PostgreSQL refuses.
///
/// The lengths are those of PostgreSQL 15, found with texts that it cannot compress.
@Suite struct KeptLimitTests {
    private static func text(_ length: Int) -> Value { .text(String(repeating: "x", count: length)) }

    private static func player(_ id: Int64, _ named: [String: Value]) -> [String: Value] {
        named.merging(["id": .integer(id), "name": named["name"] ?? .text("Ann")]) { $1 }
    }

    /// The longest text that fits, and the properties in the error of a longer one.
    private func expectLimit(
        _ length: Int, _ entity: String, _ properties: [String],
        sourceLocation: SourceLocation = #_sourceLocation, _ row: (Value) -> [String: Value]
    ) throws {
        let desk = try Desk(limits: "postgresql")
        let error = failure {
            try desk.commit { try $0.insert(entity, row(Self.text(length + 1))) }
        }
        #expect(error?.code == .invalidValue, sourceLocation: sourceLocation)
        #expect(error?.context.entity == entity, sourceLocation: sourceLocation)
        #expect(error?.context.properties == properties, sourceLocation: sourceLocation)
        #expect(try desk.rows(desk.request(entity)).isEmpty, sourceLocation: sourceLocation)
        try desk.commit { try $0.insert(entity, row(Self.text(length))) }
        // Without the option, and in another column, there is no such limit.
        try Desk().commit { try $0.insert(entity, row(Self.text(100_000))) }
    }

    @Test func indexedValuesHaveTheLengthThatPostgreSQLTakes() throws {
        // A unique value; a key; a value with the row's key; the same behind a null value.
        try expectLimit(2_692, "Player", ["email"]) { Self.player(1, ["email": $0]) }
        try expectLimit(2_692, "Tag", ["label"]) { ["label": $0] }
        try expectLimit(2_676, "Player", ["active", "name"]) { Self.player(1, ["name": $0]) }
    }

    @Test func changedValuesAreChecked() throws {
        let desk = try Desk(limits: "postgresql")
        try desk.commit { try $0.insert("Player", Self.player(1, [:])) }
        let error = failure {
            try desk.commit { try $0.update("Player", .integer(1), ["email": Self.text(2_693)]) }
        }
        #expect(error?.code == .invalidValue && error?.context.properties == ["email"])
    }

    @Test func pairsNameTheirRelationship() throws {
        let desk = try Desk(limits: "postgresql")
        let label = String(repeating: "x", count: 2_690)
        try desk.commit {
            try $0.insert("Player", Self.player(1, [:]))
            try $0.insert("Tag", ["label": .text(label)])
        }
        let error = failure { try desk.commit { try $0.link(1, label) } }
        #expect(error?.code == .invalidValue)
        #expect([["tags"], ["players"]].contains(error?.context.properties))
    }

    @Test func theStoreClaimsWhatItKeeps() throws {
        #expect(try Desk().store.capabilities.contains(.longIndexedValues))
        #expect(try !Desk(limits: "postgresql").store.capabilities.contains(.longIndexedValues))
        #expect(try Desk(limits: "none").store.capabilities == MemoryStore.capabilities)
    }

    @Test func aValueOfMoreThanABillionBytesIsRefusedByName() throws {
        let model = ModelDescription(
            name: "Film", attributes: [.init("id", .integer), .init("poster", .data, isOptional: true)],
            key: ["id"])
        let schema = try Schema("Cinema", descriptions: [(model, nil)])
        let store = MemoryStore.open(Fixture.request(schema, type: .memory))
        let session = try store.makeSession()
        defer { session.end() }
        let film = try #require(schema.entities.first)
        // Memory that is never touched.
        let row: [String: Value] = ["id": .integer(1), "poster": .data(Data(count: 1_000_000_001))]
        let changes = ChangeSet.inserting(film, row)
        let error = failure { _ = try session.commit(changes) }
        #expect(error?.code == .invalidValue && error?.context.properties == ["poster"])
    }
}
