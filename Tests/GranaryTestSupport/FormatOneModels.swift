import FoundationEssentials
package import Granary

/// The models of the stores of format 1 that the tests keep: every kind of column, key, constraint, index, relationship
/// and table of pairs, in two configurations that share a store.
package enum FormatOneModels {
    /// Every kind of column, each required and optional, with uniques and indexes of one column and of two.
    private static let sample = ModelDescription(
        name: "Sample",
        attributes: [.init("id", .integer)]
            + AttributeType.allCases.map { .init($0.rawValue, $0) }
            + AttributeType.allCases.map { .init("maybe_\($0.rawValue)", $0, isOptional: true) }
            + [
                .init("label", .text, isOptional: true, isUnique: true),
                .init("rank", .integer, isOptional: true, isIndexed: true),
                .init("nick", .text, isOptional: true, column: "nick name"),
            ],
        relationships: [
            .init("place", to: "Place", isToMany: false),
            .init("visited", to: "Place", isToMany: true, inverse: "visitors"),
            .init("next", to: "Sample", isToMany: false, inverse: "previous"),
            .init("previous", to: "Sample", isToMany: false),
            .init("likes", to: "Sample", isToMany: true, inverse: "likedBy"),
            .init("likedBy", to: "Sample", isToMany: true),
        ],
        key: ["id"], uniques: [["rank", "label"]], indexes: [["bool", "uuid"]])

    /// A text key, and a table with a name of its own.
    private static let place = ModelDescription(
        name: "Place", table: "places",
        attributes: [.init("code", .text), .init("name", .text, isIndexed: true)],
        relationships: [
            .init("samples", to: "Sample", isToMany: true, inverse: "place", deleteRule: .cascade),
            .init("visitors", to: "Sample", isToMany: true),
        ], key: ["code"])

    /// A key of every type that can be a part of one, and a reference to such a key.
    private static let leg = ModelDescription(
        name: "Leg",
        attributes: [
            .init("day", .date), .init("carrier", .text), .init("number", .integer), .init("origin", .uuid),
            .init("isReturn", .bool), .init("seats", .integer, isOptional: true),
        ],
        relationships: [
            .init("following", to: "Leg", isToMany: false),
            .init("stop", to: "Place", isToMany: false, isOptional: false),
        ],
        key: ["day", "carrier", "number", "origin", "isReturn"])

    /// A UUID as key, and a reference into the other configuration.
    private static let note = ModelDescription(
        name: "Note", attributes: [.init("id", .uuid), .init("text", .text)],
        relationships: [.init("sample", to: "Sample", isToMany: false)], key: ["id"])

    /// The schema, as version 1 of the stores holds it.
    package static func schema() throws -> Schema {
        try Schema(
            "FormatOne", descriptions: [sample, place, leg, note].map { ($0, nil) },
            configurations: ["Main": ["Sample", "Place", "Leg"], "Side": ["Note"]])
    }

    /// What opens a store of these models.
    package static func request(_ configuration: StoreConfiguration) throws -> StoreOpenRequest {
        let schema = try schema()
        return StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
    }
}

extension FormatOneModels {
    /// What the store becomes by a migration: an attribute more, one renamed and one required, another kind of key, a
    /// unique constraint and a relationship more, a configuration that stays.
    package static func changedSchema() throws -> Schema {
        var (sample, place, leg) = (sample, place, leg)
        sample.attributes.append(.init("added", .decimal, defaultValue: .decimal(7)))
        sample.attributes.append(.init("extra", .text, isOptional: true, isIndexed: true))
        if let nick = sample.attributes.firstIndex(where: { $0.name == "nick" }) {
            sample.attributes[nick] = .init(
                "alias", .text, defaultValue: .text("?"), renamedFrom: "nick name")
        }
        sample.relationships.append(.init("leg", to: "Leg", isToMany: false))
        sample.attributes[0].type = .text
        place.attributes[1].isUnique = true
        leg.attributes[5].isOptional = false
        leg.attributes[5].defaultValue = .integer(-1)
        return try Schema(
            "FormatOne", descriptions: [sample, place, leg].map { ($0, nil) },
            configurations: ["Main": ["Sample", "Place", "Leg"]])
    }

    /// Opens a store of format 1 with the changed models, which migrates it, and checks what has become of it.
    package static func checkMigration(
        _ configuration: StoreConfiguration, _ backend: any StoreBackend.Type
    ) throws {
        let schema = try changedSchema()
        let request = StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
        for _ in 0..<2 {
            let store = try StorePreparation(request, backend).open()
            defer { try? store.close() }
            try FormatOneRows.checkMigrated(store, in: schema)
        }
    }
}
