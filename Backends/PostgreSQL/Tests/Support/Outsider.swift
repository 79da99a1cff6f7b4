import CPostgreSQL
import Granary
import Testing

/// Another program that works on the database: libpq itself, without Granary.
final class Outsider: @unchecked Sendable {  // safe: each test uses one of them on one thread at a time.
    private let connection: OpaquePointer

    init(_ url: String) throws {
        connection = try #require(PQconnectdb(url))
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        try #require(PQstatus(connection) == CONNECTION_OK)
    }

    deinit { PQfinish(connection) }

    /// Runs statements; the rows of the last one as texts.
    @discardableResult func run(_ text: String) throws -> [[String?]] {
        let result = PQexec(connection, text)
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        let message = String(cString: PQerrorMessage(connection))
        try #require(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "\(message) in \(text)")
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }

    /// Waits until a condition holds, for a minute at most.
    func wait(until condition: String) throws {
        let deadline = Deadline(millisecondsFromNow: 60_000)
        while try run("SELECT pg_sleep(0.002), (\(condition))")[0][1] != "t" {
            try #require(!deadline.isPast, "It did not come to \(condition)")
        }
    }

    /// Waits until the server is gone, for a minute at most.
    func waitForEnd() throws {
        let deadline = Deadline(millisecondsFromNow: 60_000)
        while PQstatus(connection) == CONNECTION_OK {
            try #require(!deadline.isPast, "The server goes on.")
            PQclear(PQexec(connection, "SELECT pg_sleep(0.002)"))
        }
    }

    /// The condition that somebody waits for a lock of a server's process.
    static func isAwaited(_ process: Int64) -> String { isAwaited("\(process)") }

    /// The condition that somebody waits for a lock of this program.
    static let isAwaited = isAwaited("pg_backend_pid()")

    private static func isAwaited(_ process: String) -> String {
        "EXISTS (SELECT FROM pg_locks WHERE NOT granted AND \(process) = ANY(pg_blocking_pids(pid)))"
    }
}
