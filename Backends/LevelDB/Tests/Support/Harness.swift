import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Testing

/// A store of one model in a separate directory, removed at the end.
final class Harness {
    private let directory: TemporaryDirectory
    var parent: URL { directory.url }
    let schema: Schema
    var configuration: StoreConfiguration

    /// Makes the directory, whose name may begin with some words.
    init(
        options: [String: String] = [:], schema: Schema? = nil, in words: String = "granary-leveldb-"
    ) throws {
        directory = try TemporaryDirectory(words)
        self.schema = try schema ?? Self.schema()
        configuration = StoreConfiguration(
            name: "Default", type: .leveldb, location: directory.path, options: StoreOptions(options))
        configuration.onIncompatible = .refuse
    }

    /// Teams with a name; with other columns when asked.
    static func schema(_ columns: [AttributeDescription] = [.init("name", .text, isIndexed: true)]) throws
        -> Schema
    {
        let team = ModelDescription(
            name: "Team", attributes: [AttributeDescription("id", .integer)] + columns, key: ["id"])
        return try Schema("League", descriptions: [(team, nil)])
    }

    /// The directory of the store.
    var path: URL { parent.appending(path: "default.leveldb").resolvingSymlinksInPath() }

    func open(_ schema: Schema? = nil) throws -> any Store {
        let schema = schema ?? self.schema
        let request = StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
        return try StorePreparation(request, LevelDBStore.self).open()
    }

    func team() throws -> Entity { try #require(schema.entity("Team")) }

    /// Opens the store, inserts teams in a save each, and closes it.
    @discardableResult func fill(_ ids: ClosedRange<Int64>, name: String = "x") throws -> Harness {
        try fill(ids.map { ($0, "\(name) \($0)") })
    }

    /// Opens the store, inserts teams in a save each, and closes it.
    @discardableResult func fill(_ teams: [(id: Int64, name: String)]) throws -> Harness {
        let store = try open()
        let session = try store.makeSession()
        for (id, name) in teams {
            var changes = ChangeSet()
            let row = Record(of: try team(), values: [.integer(id), .text(name)])
            changes.inserts = [InsertBatch(entity: try team(), rows: [row])]
            _ = try session.commit(changes)
        }
        session.end()
        try store.close()
        return self
    }

    /// A name that distinguishes a team from every other one, in no order.
    static func name(_ id: Int64) -> String {
        let mixed = UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15
        return "\(String(mixed, radix: 16)) is the name of team \(id)"
    }

    /// Opens the store, inserts teams with different names in one save, and closes it.
    func fillAtOnce(_ ids: ClosedRange<Int64>) throws {
        let store = try open()
        defer { try? store.close() }
        try insert(ids, into: store)
    }

    /// Inserts teams with different names in one save.
    func insert(_ ids: ClosedRange<Int64>, into store: any Store) throws {
        let session = try store.makeSession()
        defer { session.end() }
        var changes = ChangeSet()
        let team = try team()
        let rows = ids.map { Record(of: team, values: [.integer($0), .text(Self.name($0))]) }
        changes.inserts = [InsertBatch(entity: team, rows: rows)]
        _ = try session.commit(changes)
    }

    /// Brings everything into tables, and flips one byte in a part of the largest one.
    func damageLargestTable(at part: Double) throws {
        try open().close()
        let tables = try files(".ldb").map { ($0, try Data(contentsOf: $0)) }
        var (table, bytes) = try #require(tables.max { $0.1.count < $1.1.count })
        bytes[Int(Double(bytes.count) * part)] ^= 0xFF
        try bytes.write(to: table)
    }

    /// The keys of all teams.
    func ids() throws -> [Int64] {
        let store = try open()
        defer { try? store.close() }
        return try ids(in: store)
    }

    /// The keys of all teams in an open store.
    func ids(in store: any Store) throws -> [Int64] {
        let session = try store.makeSession()
        defer { session.end() }
        let cursor = try session.fetch(FetchRequest(entity: try team())).cursor
        defer { cursor.close() }
        var ids: [Int64] = []
        while try cursor.advance() { ids.append(try cursor.integer(at: 0)) }
        return ids
    }

    /// The names and contents of everything in a directory.
    func contents(of directory: URL? = nil) throws -> [String: Data] {
        let directory = directory ?? path
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            contents[name] = try Data(contentsOf: directory.appending(path: name))
        }
        return contents
    }

    /// The names of what is next to the store.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: parent.path).sorted()
    }

    /// The files of the store whose names end so, in order.
    func files(_ suffix: String) throws -> [URL] {
        try contents().keys.filter { $0.hasSuffix(suffix) }.sorted().map { path.appending(path: $0) }
    }

    /// The newest log.
    func log() throws -> URL { try #require(try files(".log").last) }
}
