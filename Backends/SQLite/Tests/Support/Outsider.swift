import CSQLite
import Testing

/// Another program that works on the file: the engine itself, without Granary.
final class Outsider {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        try #require(
            sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK)
    }

    deinit { sqlite3_close(handle) }

    func run(_ text: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        let code = sqlite3_exec(handle, text, nil, nil, &message)
        let reason = message.map { String(cString: $0) } ?? ""
        sqlite3_free(message)
        try #require(code == SQLITE_OK, "\(reason) in \(text)")
    }

    /// The rows of a query as texts.
    func rows(_ text: String) throws -> [[String?]] {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, "\(text)")
        defer { sqlite3_finalize(statement) }
        var rows: [[String?]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                })
        }
        return rows
    }
}
