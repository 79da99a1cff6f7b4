internal import CSQLite
internal import Granary

extension SQLiteStore {
    /// Opens a connection for a session.
    func openReader() throws -> Connection {
        let connection = try Connection(to: file, isReadOnly: isReadOnly, isImmutable: isImmutable, place: place)
        try connection.configure(options, cacheSize: options.readCacheSize)
        try connection.run("PRAGMA query_only = ON")
        return connection
    }

    /// Opens a connection that writes.
    func openWriter(_ options: SQLiteOptions) throws -> Connection {
        let connection = try Connection(to: file, isReadOnly: false, isImmutable: false, place: place)
        try connection.configureWriter(options)
        return connection
    }
}

extension Connection {
    /// Opens a store's file; an immutable one without locks, side files, or a look at its log.
    convenience init(to file: StorePath, isReadOnly: Bool, isImmutable: Bool, place: StorePlace) throws {
        let mode = isReadOnly || isImmutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        if isImmutable {
            let name = "file:\(file.escapedPath)?immutable=1"
            try self.init(path: name, flags: mode | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW, place: place)
        } else {
            try self.init(path: file.path, flags: mode | SQLITE_OPEN_NOFOLLOW, place: place)
        }
    }

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
