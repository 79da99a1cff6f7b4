import FoundationEssentials
import Granary

/// The models of the tests: every kind of attribute, key and relationship, without Swift types.
enum League {
    static let team = ModelDescription(
        name: "Team",
        attributes: [
            .init("id", .integer), .init("name", .text, isUnique: true),
            .init("founded", .date, isOptional: true),
            .init("budget", .decimal, isOptional: true),
        ],
        relationships: [.init("players", to: "Player", isToMany: true, inverse: "team")], key: ["id"])

    static let player = ModelDescription(
        name: "Player",
        attributes: [
            .init("id", .uuid), .init("name", .text), .init("nick", .text, isOptional: true, isIndexed: true),
            .init("score", .integer, isIndexed: true), .init("bonus", .integer, isOptional: true),
            .init("rating", .real, isOptional: true), .init("active", .bool),
            .init("born", .date, isOptional: true),
            .init("photo", .data, isOptional: true), .init("salary", .decimal, isOptional: true),
            .init("extra", .json, isOptional: true),
        ],
        relationships: [
            .init("team", to: "Team", isToMany: false),
            .init("mentor", to: "Player", isToMany: false, inverse: "pupils"),
            .init("pupils", to: "Player", isToMany: true),
            .init("tags", to: "Tag", isToMany: true, inverse: "players"),
        ], key: ["id"])

    static let tag = ModelDescription(
        name: "Tag", attributes: [.init("code", .text), .init("label", .text)],
        relationships: [.init("players", to: "Player", isToMany: true)], key: ["code"])

    static let match = ModelDescription(
        name: "Match",
        attributes: [
            .init("day", .date), .init("place", .text), .init("number", .integer),
            .init("crowd", .integer, isOptional: true),
        ],
        relationships: [.init("home", to: "Team", isToMany: false, isOptional: false)],
        key: ["day", "place", "number"], uniques: [["place", "crowd"]])

    static func schema(_ models: [ModelDescription] = [team, player, tag, match]) throws -> Schema {
        try Schema("League", descriptions: models.map { ($0, nil) })
    }
}

/// A row of values by property name; what is not named is null.
final class DynamicRow: RowEncodable {
    private var values: [String: [Value]]

    init(_ values: [String: Value]) { self.values = values.mapValues { [$0] } }

    /// The value of an attribute.
    subscript(name: String) -> Value {
        get { values[name]?.first ?? .null }
        set { values[name] = [newValue] }
    }

    /// Sets the key that a relationship refers to.
    func refer(_ name: String, to key: ObjectKey?) { values[name] = key?.values }

    func key(of entity: Entity) -> ObjectKey {
        ObjectKey(entity.keyColumns.map { self[entity.attributes[$0].name] }) ?? .integer(0)
    }

    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) {
        for position in 0..<entity.propertyCount where properties.contains(position) {
            let given = values[entity.propertyName(position)] ?? []
            for (offset, column) in entity.columns(ofProperty: position).enumerated() {
                writer.value(offset < given.count ? given[offset] : .null, at: column)
            }
        }
    }
}

extension UUID {
    /// An identifier that is easy to write and to compare.
    init(number: UInt64) {
        self.init(
            uuid: (
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number >> 8),
                UInt8(truncatingIfNeeded: number)
            ))
    }
}

extension PropertySet {
    /// The properties with some names.
    init(_ names: String..., of entity: Entity) {
        self.init()
        for position in 0..<entity.propertyCount where names.contains(entity.propertyName(position)) {
            insert(position)
        }
    }
}
