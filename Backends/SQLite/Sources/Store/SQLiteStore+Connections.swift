internal import CSQLite
internal import Granary

extension SQLiteStore {
    /// Opens a connection for a session.
    func openReader() throws -> Connection {
        let connection = try Connection(path: file.path, flags: engineFlags, place: place)
        try connection.configure(options, cacheSize: options.readCacheSize)
        try connection.run("PRAGMA query_only = ON")
        return connection
    }

    /// Opens the connection that writes.
    func openWriter() throws -> Connection {
        let connection = try Connection(path: file.path, flags: engineFlags, place: place)
        try connection.configureWriter(options)
        return connection
    }

    private var engineFlags: Int32 {
        (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOFOLLOW
    }
}

extension Connection {
    /// Sets what all connections have in common; sizes are in bytes.
    func configure(_ options: SQLiteOptions, cacheSize: Int) throws {
        guard granary_sqlite3_distrust_schema(handle.pointer) == SQLITE_OK,
            sqlite3_busy_timeout(handle.pointer, Int32(clamping: options.busyTimeout)) == SQLITE_OK
        else { throw lastError().translated(at: place, doing: "configuring the connection") }
        try runOnce("PRAGMA cache_size = -\(max(cacheSize / 1_024, 1))")
        try runOnce("PRAGMA mmap_size = \(options.mapSize)")
    }

    /// Sets what the connection that writes needs.
    func configureWriter(_ options: SQLiteOptions) throws {
        try configure(options, cacheSize: options.cacheSize)
        try run(options.synchronousStatement)
        try runOnce("PRAGMA foreign_keys = ON")
        // After a large save the log is cut back to this, so that it does not stay as long as the largest save.
        try runOnce("PRAGMA journal_size_limit = \(64 << 20)")
        if options.maximumSize > 0 {
            let pageSize = max(try integer("PRAGMA page_size") ?? 4_096, 512)
            try runOnce("PRAGMA max_page_count = \(max(Int64(options.maximumSize) / pageSize, 1))")
        }
    }
}

extension SQLiteOptions {
    /// The statement that makes saves as durable as the options say.
    var synchronousStatement: String { "PRAGMA synchronous = \(isFullySynchronous ? "FULL" : "NORMAL")" }
}
