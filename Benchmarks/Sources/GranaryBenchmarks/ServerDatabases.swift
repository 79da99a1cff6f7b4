internal import Foundation
internal import GranaryContender
internal import PostgreSQLLoop
internal import Workload

/// The databases that rounds on PostgreSQL work on: copies of one empty and one full database in which Granary has made
/// its tables.
///
/// The server copies them block by block, so every contender has the same tables, constraints and indexes. Its
/// housekeeping is done beforehand and then left off for these tables.
final class ServerDatabases: Copies {
    private let server: URLComponents
    private let connection: LoopConnection
    private let name = "granary_benchmarks_\(ProcessInfo.processInfo.processIdentifier)"
    private var count = 0

    init(on url: String, _ keys: KeyKind, _ workload: Workload) async throws {
        guard let server = URLComponents(string: url), url.hasPrefix("postgresql://") else {
            throw WorkloadError("“\(url)” is not the URL of a server")
        }
        self.server = server
        connection = try LoopConnection(url: url)
        for (database, workload) in [(empty, nil), (full, workload)] {
            try connection.execute("CREATE DATABASE \(database)")
            let url = self.url(of: database)
            try await GranaryContender.create(url, keys, filledWith: workload)
            try tidy(url)
        }
    }

    private var empty: String { name + "_empty" }
    private var full: String { name + "_full" }

    private func url(of database: String) -> String {
        var url = server
        url.path = "/" + database
        return url.string ?? ""
    }

    private func tidy(_ url: String) throws {
        let connection = try LoopConnection(url: url)
        defer { connection.close() }
        for table in ["team", "player"] {
            try connection.execute("ALTER TABLE granary.\(table) SET (autovacuum_enabled = false)")
        }
        try connection.execute("VACUUM ANALYZE")
    }

    /// A new database; returns its URL.
    func copy(for exercise: Exercise) throws -> String {
        count += 1
        let copy = "\(name)_\(count)"
        try connection.execute("CREATE DATABASE \(copy) TEMPLATE \(exercise == .insert ? empty : full)")
        // What the copying has left to be written would else be written while a contender works.
        try connection.execute("CHECKPOINT")
        return url(of: copy)
    }

    /// Removes a copy.
    func discard(_ path: String) throws {
        guard let database = URLComponents(string: path)?.path.dropFirst(), database.hasPrefix(name) else {
            return
        }
        try connection.execute("DROP DATABASE IF EXISTS \(database) WITH (FORCE)")
    }

    /// Removes everything.
    func remove() throws {
        for database in [empty, full] {
            try connection.execute("DROP DATABASE IF EXISTS \(database) WITH (FORCE)")
        }
        connection.close()
    }
}
