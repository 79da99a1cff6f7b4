internal import CSQLite
internal import GranaryStore

extension SQLiteStore {
    /// Opens a connection for a session, with other options than the store's where they are given.
    func openConnection(_ options: SQLiteOptions? = nil) throws -> Connection {
        // Else another file at the path would answer this session, and the one that is open the others. A reader in one
        // pass may be overtaken by a migration.
        if !isPassing { try requireInPlace() }
        let connection = try Connection(
            to: file, isReadOnly: isReadOnly, isImmutable: isImmutable, place: place)
        try connection.configure(options ?? self.options, isReadOnly: isReadOnly)
        connection.home = (file, fileIdentity)
        return connection
    }
}

extension Connection {
    /// Opens a store's file; an immutable one without locks, side files, or a look at its log.
    convenience init(to file: StorePath, isReadOnly: Bool, isImmutable: Bool, place: StorePlace) throws {
        Openings.current?.add(file)
        let mode = isReadOnly || isImmutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        if isImmutable {
            let name = "file:\(file.escapedPath)?immutable=1"
            try self.init(path: name, flags: mode | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW, place: place)
        } else {
            try self.init(path: file.path, flags: mode | SQLITE_OPEN_NOFOLLOW, place: place)
        }
    }

    /// Applies the options.
    func configure(_ options: SQLiteOptions, isReadOnly: Bool) throws {
        guard granary_sqlite3_distrust_schema(handle.pointer) == SQLITE_OK,
            sqlite3_busy_timeout(handle.pointer, Int32(clamping: options.busyTimeout)) == SQLITE_OK
        else { throw lastError().translated(at: place, doing: "configuring the connection") }
        idleTimeout = options.idleTimeout
        try setCacheSize(options.readCacheSize)
        if options.mapSize > 0 { try runOnce("PRAGMA mmap_size = \(options.mapSize)") }
        if isReadOnly { return try runOnce("PRAGMA query_only = ON") }
        try runOnce("PRAGMA synchronous = \(options.isFullySynchronous ? "FULL" : "NORMAL")")
        try runOnce("PRAGMA foreign_keys = ON")
        // After a large save the log is cut back to this, so that it does not stay as long as the largest save.
        try runOnce("PRAGMA journal_size_limit = \(64 << 20)")
        if options.maximumSize > 0 {
            let pageSize = max(try integer("PRAGMA page_size") ?? 4_096, 512)
            try runOnce("PRAGMA max_page_count = \(max(Int64(options.maximumSize) / pageSize, 1))")
        }
    }

    /// Sets how many bytes of pages are kept in memory; memory beyond that is freed.
    ///
    /// Such statements take effect when they are prepared, so they are not kept.
    func setCacheSize(_ bytes: Int) throws { try runOnce("PRAGMA cache_size = -\(max(bytes / 1_024, 1))") }
}
