import CustomBackend
import Foundation
import Granary
import GranaryConformance
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// Models with every kind of value, key and index.
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
            AttributeDescription("score", .integer, isOptional: true, isIndexed: true),
            AttributeDescription("rating", .real, isOptional: true, isIndexed: true),
            AttributeDescription("price", .decimal, isOptional: true, isIndexed: true),
            AttributeDescription("active", .bool, isOptional: true, isIndexed: true),
            AttributeDescription("born", .date, isOptional: true),
            AttributeDescription("photo", .data, isOptional: true),
            AttributeDescription("settings", .json, isOptional: true),
            AttributeDescription("badge", .uuid, isOptional: true),
        ],
        relationships: [
            RelationshipDescription("team", to: "Team", isToMany: false, inverse: "members"),
            RelationshipDescription("tags", to: "Tag", isToMany: true, inverse: "players"),
        ],
        key: ["id"])

    static let tag = ModelDescription(
        name: "Tag", attributes: [AttributeDescription("label", .text)],
        relationships: [RelationshipDescription("players", to: "Player", isToMany: true, inverse: "tags")],
        key: ["label"])

    static let match = ModelDescription(
        name: "Match",
        attributes: [
            AttributeDescription("day", .date), AttributeDescription("place", .text),
            AttributeDescription("code", .data, isIndexed: true),
            AttributeDescription("goals", .integer, isOptional: true),
        ],
        key: ["day", "place"])

    static func schema() throws -> Schema {
        try Schema("Games", descriptions: [(team, nil), (player, nil), (tag, nil), (match, nil)])
    }
}

/// A store of the example's engine in a file of its own.
final class Desk {
    let schema: Schema
    private let directory: TemporaryDirectory
    let path: String
    private(set) var store: any Store
    private(set) var session: any StoreSession

    init(_ schema: Schema? = nil) throws {
        let schema = try schema ?? Fixture.schema()
        self.schema = schema
        directory = try TemporaryDirectory()
        path = directory.path(of: "games.log")
        store = try Self.open(schema, path)
        session = try store.makeSession()
    }

    static func open(_ schema: Schema, _ path: String) throws -> any Store {
        try KeyValueStore(
            StoreOpenRequest(
                configuration: StoreConfiguration(name: "Games", type: LogStore.type),
                entities: schema.entities, links: schema.links, fingerprint: schema.fingerprint),
            engine: LogEngine(path), capabilities: LogStore.capabilities)
    }

    /// Closes the store, lets the closure change what the engine holds, and opens the store again.
    func behind(_ body: (LogEngine) throws -> Void) throws {
        try close()
        let engine = try LogEngine(path)
        try body(engine)
        engine.close()
        store = try Self.open(schema, path)
        session = try store.makeSession()
    }

    func close() throws {
        session.end()
        try store.close()
    }

    func entity(_ name: String) throws -> Entity { try #require(schema.entity(name)) }

    func insert(_ name: String, _ named: [String: Value]...) throws { try insert(name, named) }

    private func insert(_ name: String, _ named: [[String: Value]]) throws {
        var changes = ChangeSet()
        changes.insert(try entity(name), named)
        #expect(try session.commit(changes).conflicts.isEmpty)
    }

    /// Inserts players with the keys from 0 on.
    func insertPlayers(_ count: Int64, _ named: (Int64) -> [String: Value]) throws {
        try insert("Player", (0..<count).map { id in named(id).merging(["id": .integer(id)]) { $1 } })
    }

    func update(_ name: String, _ key: ObjectKey, _ named: [String: Value]) throws {
        let changes = ChangeSet.updating(try entity(name), key, version: nil, named)
        #expect(try session.commit(changes).conflicts.isEmpty)
    }

    /// The rows of a request, without versions.
    func rows(_ request: FetchRequest) throws -> [[Value]] {
        try session.rows(request).map { Array($0.dropLast()) }
    }

    func rows(_ name: String) throws -> [[Value]] { try rows(FetchRequest(entity: entity(name))) }
}

extension LogEngine {
    /// Every entry, in order.
    func entries() throws -> [(key: [UInt8], value: [UInt8])] {
        let snapshot = makeSnapshot()
        defer { snapshot.end() }
        let cursor = try snapshot.makeCursor()
        defer { cursor.end() }
        var entries: [(key: [UInt8], value: [UInt8])] = []
        var isThere = try [UInt8(0)].withUnsafeBytes { try cursor.seek(to: $0) }
        while isThere {
            entries.append((Array(cursor.key), Array(cursor.value)))
            isThere = try cursor.next()
        }
        return entries
    }

    /// Sets the value of a key, or removes it.
    func set(_ key: [UInt8], _ value: [UInt8]?) throws {
        let batch = makeBatch()
        key.withUnsafeBytes { key in
            if let value { value.withUnsafeBytes { batch.put(key, $0) } } else { batch.delete(key) }
        }
        try batch.commit(durably: false)
    }
}
