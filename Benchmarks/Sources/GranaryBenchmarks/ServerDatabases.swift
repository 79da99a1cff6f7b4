internal import GranaryContender
internal import PostgreSQLLoop
internal import Workload

/// The databases that rounds on PostgreSQL work on: copies of one empty and one full database in which Granary has made
/// its tables.
///
/// The server copies them block by block, so every contender has the same tables, constraints and indexes. Its
/// housekeeping is done beforehand and then left off for these tables.
final class ServerDatabases: Copies {
    private let server: LoopServer
    private let empty: String
    private let full: String

    init(on url: String, _ keys: KeyKind, _ workload: Workload) async throws {
        server = try LoopServer(url: url, word: "benchmarks")
        empty = try server.make()
        full = try server.make()
        for (database, workload) in [(empty, nil), (full, workload)] {
            try await GranaryContender.create(database, keys, filledWith: workload)
            try server.tidy(database, tables: ["team", "player"])
        }
    }

    /// A new database; returns its URL.
    func copy(for exercise: Exercise) throws -> String {
        try server.copy(exercise == .insert ? empty : full)
    }

    /// Removes a copy.
    func discard(_ path: String) throws { try server.remove(path) }

    /// Removes everything.
    func remove() { server.close() }
}
