#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// A directory of its own for one test, removed at the end.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/granary-sqlite-XXXXXX".utf8CString)
        path = try template.withUnsafeMutableBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            let made = try #require(mkdtemp(base))
            return String(cString: made)
        }
    }

    deinit { remove(path) }

    private func remove(_ path: String) {
        chmod(path, 0o700)
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { remove("\(path)/\(name)") }
            }
            closedir(directory)
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    /// The names of the files in the directory.
    var names: [String] { TemporaryDirectoryNames.of(path) }
}

enum TemporaryDirectoryNames {
    /// The names of the files in a directory.
    static func of(_ path: String) -> [String] {
        var names: [String] = []
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// A store of the league in a directory of its own, with a reference store beside it.
struct Harness {
    let directory: TemporaryDirectory
    let schema: Schema
    var configuration: StoreConfiguration

    init(_ schema: Schema? = nil, options: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        self.schema = try schema ?? League.schema()
        configuration = StoreConfiguration(
            name: "Default", type: .sqlite, location: directory.path, options: StoreOptions(options))
    }

    /// The path of the database file.
    var path: String { "\(directory.path)/default.sqlite" }

    func request(_ schema: Schema? = nil) -> StoreOpenRequest {
        let schema = schema ?? self.schema
        return StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
    }

    func open(_ schema: Schema? = nil) throws -> any Store { try SQLiteStore.open(request(schema)) }

    func entity(_ name: String) throws -> Entity { try #require(schema.entity(name)) }

    /// Opens a store and a session of it.
    func session() throws -> Opened {
        let store = try open()
        return Opened(store: store, session: try store.makeSession())
    }
}

/// An open store with a session.
struct Opened {
    let store: any Store
    let session: any StoreSession

    func close() throws {
        session.end()
        try store.close()
    }
}

extension StoreSession {
    /// The rows of a request as values, each with its version at the end.
    func rows(_ request: FetchRequest) throws -> [[Value]] {
        let answer = try fetch(request)
        defer { answer.cursor.close() }
        let types = request.entity.columns.map(\.type) + [.integer]
        var rows: [[Value]] = []
        while try answer.cursor.advance() {
            rows.append(try types.enumerated().map { try answer.cursor.value(at: $0, as: $1) })
        }
        return rows
    }

    /// Inserts rows of one entity.
    @discardableResult
    func insert(_ rows: [DynamicRow], _ entity: Entity) throws -> CommitResult {
        var changes = ChangeSet()
        changes.inserts = [InsertBatch(entity: entity, rows: rows)]
        return try commit(changes)
    }
}

/// What an error says, for tests that read messages.
func failure(_ body: () throws -> Void) -> GranaryError? {
    do {
        try body()
        return nil
    } catch {
        return error as? GranaryError
    }
}
