internal import CSQLite
internal import Granary
internal import GranarySQL

/// Reads what a store says about itself without changing a byte of its files.
///
/// SQLite itself changes files when it opens and closes them: it makes side files, and writes the log back. Without a
/// log, the file is opened as one that cannot change; with one, in a way that leaves the log as it is.
struct StoreInspection {
    private let opening: StoreOpening
    private var place: StorePlace { opening.place }

    /// Makes the inspection of a file whose header is a store's.
    init(_ opening: StoreOpening) { self.opening = opening }

    /// What the store has otherwise than the schema.
    func difference() throws -> SchemaDifference {
        let connection = try connect()
        defer { connection.close() }
        let schema = StoreSchema(layout: opening.layout)
        return try schema.difference(from: try StoreMetadata(connection), on: connection)
    }

    private func connect() throws -> Connection {
        let log = try FileStatus(opening.path.log, at: place)
        if log.map({ $0.size == 0 }) ?? true {
            let name = "file:\(Self.escaped(opening.path.path))?immutable=1"
            return try Connection(
                path: name, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW, place: place)
        }
        let connection = try Connection(
            path: opening.path.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, place: place)
        guard granary_sqlite3_keep_log(connection.handle.pointer) == SQLITE_OK,
            sqlite3_busy_timeout(connection.handle.pointer, Int32(clamping: opening.options.busyTimeout)) == SQLITE_OK
        else { throw connection.lastError().translated(at: place, doing: "configuring the connection") }
        return connection
    }

    /// A path as part of a URI: every byte but letters, digits and a few signs as `%` and two digits.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
            if isPlain || "/._-".utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
