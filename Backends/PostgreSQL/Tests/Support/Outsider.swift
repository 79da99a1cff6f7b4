import CPostgreSQL
import Testing

/// Another program that works on the database: libpq itself, without Granary.
final class Outsider {
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
}
