public import Granary
import GranaryTestSupport

/// A small schema with a few rows, on which expressions are evaluated.
final class EvaluationWorld: EvaluationSource {
    let schema: Schema
    private(set) var rows: [String: [ObjectKey: WorldRow]] = [:]
    private var pairs: [String: [(ObjectKey, ObjectKey)]] = [:]

    static func makeSchema() throws -> Schema {
        try Schema("World", descriptions: [(team, nil), (player, nil), (tag, nil), (match, nil)])
    }

    static let team = ModelDescription(
        name: "Team",
        attributes: [
            AttributeDescription("id", .integer), AttributeDescription("name", .text, isOptional: true),
        ],
        relationships: [
            RelationshipDescription(
                "members", to: "Player", isToMany: true, inverse: "team", deleteRule: .nullify),
            RelationshipDescription("league", to: "Team", isToMany: false),
        ],
        key: ["id"])

    static let player = ModelDescription(
        name: "Player",
        attributes: [
            AttributeDescription("id", .integer), AttributeDescription("name", .text, isOptional: true),
            AttributeDescription("nick", .text, isOptional: true),
            AttributeDescription("score", .integer, isOptional: true),
            AttributeDescription("bonus", .integer, isOptional: true),
            AttributeDescription("rating", .real, isOptional: true),
            AttributeDescription("weight", .real, isOptional: true),
            AttributeDescription("price", .decimal, isOptional: true),
            AttributeDescription("fee", .decimal, isOptional: true),
            AttributeDescription("active", .bool, isOptional: true),
            AttributeDescription("born", .date, isOptional: true),
            AttributeDescription("token", .uuid, isOptional: true),
            AttributeDescription("photo", .data, isOptional: true),
            AttributeDescription("extra", .json, isOptional: true),
        ],
        relationships: [
            RelationshipDescription("team", to: "Team", isToMany: false, inverse: "members"),
            RelationshipDescription("tags", to: "Tag", isToMany: true, inverse: "players"),
        ],
        key: ["id"])

    static let tag = ModelDescription(
        name: "Tag",
        attributes: [AttributeDescription("label", .text), AttributeDescription("size", .integer)],
        relationships: [RelationshipDescription("players", to: "Player", isToMany: true, inverse: "tags")],
        key: ["label"])

    static let match = ModelDescription(
        name: "Match",
        attributes: [AttributeDescription("day", .date), AttributeDescription("number", .integer)],
        relationships: [RelationshipDescription("rematch", to: "Match", isToMany: false)],
        key: ["day", "number"])

    init() throws { schema = try Self.makeSchema() }

    /// Adds a row of the named values.
    @discardableResult
    func add(_ entity: String, _ named: [String: Value]) -> WorldRow {
        guard let entity = schema.entity(entity) else { return WorldRow([]) }
        let row = Record(of: entity, named)
        let added = WorldRow(row.values)
        if let key = row.key { rows[entity.name, default: [:]][key] = added }
        return added
    }

    /// Adds a pair of player and tag.
    func tag(_ player: Int64, _ label: String) {
        pairs["tags", default: []].append((.integer(player), .text(label)))
    }

    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        let key = ObjectKey(try step.columns.map { try row.value(at: $0) })
        return key.flatMap { rows[step.destination.name]?[$0] }
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        let key = ObjectKey(try step.owner.keyColumns.map { try row.value(at: $0) })
        let all = rows[step.destination.name] ?? [:]
        let members: [WorldRow]
        if case .destinationColumns(let inverse) = step.storage {
            members = all.values.filter { row in ObjectKey(inverse.columns.map { row.value(at: $0) }) == key }
        } else if step.owner.name == "Player" {
            members = (pairs["tags"] ?? []).filter { $0.0 == key }.compactMap { all[$0.1] }
        } else {
            members = (pairs["tags"] ?? []).filter { $0.1 == key }.compactMap { all[$0.0] }
        }
        for member in members {
            if try !body(member) { return }
        }
    }
}

/// A row of the world.
final class WorldRow: EvaluationRow {
    let values: [Value]

    init(_ values: [Value]) { self.values = values }

    func value(at column: Int) -> Value { values[column] }
}

extension EvaluationWorld {
    func binder(_ entity: String = "Player") throws -> ExpressionBinder {
        guard let entity = schema.entity(entity) else { throw GranaryError(.schema, "no entity \(entity)") }
        return ExpressionBinder(entity, in: schema)
    }

    /// The value of an expression on a row.
    func value(_ tree: ExpressionTree, on row: WorldRow = WorldRow([]), of entity: String = "Player") throws
        -> Value
    {
        try binder(entity).bind(tree).evaluate(row, in: self)
    }

    /// Whether a condition holds on a row.
    func holds(_ tree: ExpressionTree, on row: WorldRow = WorldRow([]), of entity: String = "Player") throws
        -> Bool
    {
        try binder(entity).bindCondition(tree).holds(row, in: self)
    }
}

extension ExpressionTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    /// An attribute; with dots, one at the end of a path.
    public init(stringLiteral name: String) {
        let parts = name.split(separator: ".").map(String.init)
        self = .attribute(path: parts.dropLast(), name: parts.last ?? "")
    }
    /// A constant integer.
    public init(integerLiteral value: Int64) { self = .literal(.integer(value)) }
    /// A constant Boolean.
    public init(booleanLiteral value: Bool) { self = .literal(.bool(value)) }
}

extension ExpressionTree {
    static let null = ExpressionTree.literal(.null)
    static func text(_ text: String) -> ExpressionTree { .literal(.text(text)) }
    static func real(_ number: Double) -> ExpressionTree { .literal(.real(number)) }
    static func number(_ text: String) -> ExpressionTree { .literal(.decimal(decimal(text))) }
}
