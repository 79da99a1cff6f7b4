internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// Reads a store's description of itself without changing a byte of its files.
///
/// SQLite itself changes files when it opens and closes them: it makes side files, and writes the log back. Without a
/// log, the file is opened as one that cannot change; with one, in a way that leaves the log unchanged.
struct StoreInspection {
    private let opening: StoreOpening
    private var place: StorePlace { opening.place }
    /// The files of the store.
    var files: StoreFiles { opening.files }

    /// Makes the inspection of a file whose header is a store's.
    init(_ opening: StoreOpening) { self.opening = opening }

    /// Checks that the file is a store, with its own log.
    func requireStore() throws { try opening.requireStore() }

    /// The difference between the schema and that of the store.
    func difference() throws -> SchemaDifference {
        let connection = try connect()
        defer { connection.close() }
        return try opening.schema.difference(from: try StoreMetadata(connection), on: connection)
    }

    /// Opens the file in a way that changes nothing.
    func connect() throws -> Connection {
        let hasLog = try opening.files.hasLog()
        let connection = try Connection(
            to: opening.path, isReadOnly: false, isImmutable: !hasLog, place: place)
        if !hasLog { return connection }
        guard granary_sqlite3_keep_log(connection.handle.pointer) == SQLITE_OK,
            sqlite3_busy_timeout(connection.handle.pointer, Int32(clamping: opening.options.busyTimeout))
                == SQLITE_OK
        else { throw connection.lastError().translated(at: place, doing: "configuring the connection") }
        return connection
    }
}
