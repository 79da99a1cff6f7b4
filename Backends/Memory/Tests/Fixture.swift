import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Testing

/// Models with every kind of constraint, and a store that holds them.
enum Fixture {
    static let team = ModelDescription(
        name: "Team",
        attributes: [
            AttributeDescription("id", .integer), AttributeDescription("name", .text, isUnique: true),
        ],
        relationships: [
            RelationshipDescription(
                "members", to: "Player", isToMany: true, inverse: "team", deleteRule: .nullify)
        ],
        key: ["id"])

    static let player = ModelDescription(
        name: "Player",
        attributes: [
            AttributeDescription("id", .integer),
            AttributeDescription("name", .text, isIndexed: true),
            AttributeDescription("email", .text, isOptional: true, isUnique: true),
            AttributeDescription("number", .integer, isOptional: true),
            AttributeDescription("score", .integer, isOptional: true, isIndexed: true),
            AttributeDescription("rating", .real, isOptional: true),
            AttributeDescription("price", .decimal, isOptional: true, isIndexed: true),
            AttributeDescription("active", .bool, isOptional: true),
            AttributeDescription("born", .date, isOptional: true),
        ],
        relationships: [
            RelationshipDescription("team", to: "Team", isToMany: false, inverse: "members"),
            RelationshipDescription("mentor", to: "Player", isToMany: false),
            RelationshipDescription("tags", to: "Tag", isToMany: true, inverse: "players"),
        ],
        key: ["id"], uniques: [["team", "number"]], indexes: [["active", "name"]])

    static let tag = ModelDescription(
        name: "Tag",
        attributes: [
            AttributeDescription("label", .text), AttributeDescription("size", .integer, isOptional: true),
        ],
        relationships: [RelationshipDescription("players", to: "Player", isToMany: true, inverse: "tags")],
        key: ["label"])

    static let match = ModelDescription(
        name: "Match",
        attributes: [
            AttributeDescription("day", .date), AttributeDescription("place", .text),
            AttributeDescription("goals", .integer, isOptional: true),
        ],
        relationships: [
            RelationshipDescription("winner", to: "Player", isToMany: false),
            RelationshipDescription("rematch", to: "Match", isToMany: false),
        ],
        key: ["day", "place"])

    static func makeSchema() throws -> Schema {
        try Schema("Games", descriptions: [(team, nil), (player, nil), (tag, nil), (match, nil)])
    }

    static func request(
        _ schema: Schema, type: StoreType, isReadOnly: Bool = false, limits: String? = nil
    ) -> StoreOpenRequest {
        var configuration = StoreConfiguration(name: "Games", type: type)
        configuration.options["limits"] = limits
        configuration.isReadOnly = isReadOnly
        return StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
    }
}

/// One session of a store in memory, with short ways to use it.
struct Desk {
    let schema: Schema
    let store: any Store
    let session: any StoreSession

    init(isReadOnly: Bool = false, limits: String? = nil) throws {
        schema = try Fixture.makeSchema()
        store = MemoryStore.open(
            Fixture.request(schema, type: .memory, isReadOnly: isReadOnly, limits: limits))
        session = try store.makeSession()
    }

    private init(_ other: Desk) throws {
        schema = other.schema
        store = other.store
        session = try store.makeSession()
    }

    /// Another session of the same store.
    func another() throws -> Desk { try Desk(self) }

    func entity(_ name: String) throws -> Entity {
        guard let entity = schema.entity(name) else { throw GranaryError(.schema, "no \(name)") }
        return entity
    }

    func link() throws -> LinkTable {
        guard let link = schema.links.first else { throw GranaryError(.schema, "no link table") }
        return link
    }
}

extension Desk {
    /// A change set under construction.
    struct Changes {
        let desk: Desk
        var set = ChangeSet()

        mutating func insert(_ entity: String, _ named: [String: Value]) throws {
            set.insert(try desk.entity(entity), [named])
        }

        mutating func update(
            _ entity: String, _ key: ObjectKey, version: Int64? = nil, _ named: [String: Value]
        ) throws {
            set.update(try desk.entity(entity), key, version: version, named)
        }

        mutating func delete(_ entity: String, _ key: ObjectKey, version: Int64? = nil) throws {
            set.deletes.append(DeleteBatch(entity: try desk.entity(entity), rows: [(key, version)]))
        }

        mutating func require(_ entity: String, _ key: ObjectKey, version: Int64) throws {
            set.requirements.append(DeleteBatch(entity: try desk.entity(entity), rows: [(key, version)]))
        }

        mutating func link(_ player: Int64, _ tag: String, isAdded: Bool = true) throws {
            var batch = LinkBatch(table: try desk.link())
            let isFirst = batch.table.firstEntity.name == "Player"
            let pair: (ObjectKey, ObjectKey) =
                isFirst ? (.integer(player), .text(tag)) : (.text(tag), .integer(player))
            if isAdded { batch.added = [pair] } else { batch.removed = [pair] }
            set.links.append(batch)
        }
    }

    /// Commits what the closure puts together.
    @discardableResult
    func commit(_ build: (inout Changes) throws -> Void) throws -> CommitResult {
        var changes = Changes(desk: self)
        try build(&changes)
        return try session.commit(changes.set)
    }

    func request(_ entity: String, where predicate: ExpressionTree? = nil) throws -> FetchRequest {
        var request = FetchRequest(entity: try self.entity(entity))
        request.predicate = predicate
        return request
    }

    /// The rows of an answer, each with its version behind the columns.
    func rows(_ request: FetchRequest) throws -> [[Value]] {
        let answer = try session.fetch(request)
        #expect(answer.remaining.isEmpty)
        defer { answer.cursor.close() }
        return try answer.cursor.rest(of: request.entity)
    }

    /// The first columns of the rows of an entity.
    func firsts(_ entity: String, where predicate: ExpressionTree? = nil) throws -> [Value] {
        try rows(request(entity, where: predicate)).map { $0[0] }
    }

    func row(_ entity: String, _ key: ObjectKey) throws -> [Value]? {
        var request = try request(entity)
        request.selection = .keys([key])
        return try rows(request).first
    }
}
