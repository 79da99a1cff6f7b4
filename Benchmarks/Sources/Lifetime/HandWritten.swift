internal import CLevelDBBenchmark
internal import CSQLiteBenchmark
internal import PostgreSQLLoop
internal import Workload

/// The same work by the engines' own C interfaces, with the settings that Granary has.
enum HandWritten {
    /// Opens the store, asks the engine for one row, and closes it.
    static func open(_ store: TicketStore) throws {
        switch store.engine {
        case .sqlite: try sqlite(store, ["SELECT id FROM Ticket LIMIT 1"])
        case .leveldb: try leveldb(store.path)
        case .postgresql: try postgresql(store, [#"SELECT id FROM granary."Ticket" LIMIT 1"#])
        }
    }

    /// Adds an attribute that is the same in all rows, in one transaction.
    static func addAttribute(_ store: TicketStore) throws {
        switch store.engine {
        case .sqlite:
            try sqlite(
                store,
                [
                    "BEGIN IMMEDIATE", "ALTER TABLE Ticket ADD COLUMN state TEXT",
                    "UPDATE Ticket SET state = 'open'", "COMMIT",
                ])
        case .postgresql:
            try postgresql(
                store,
                [
                    "BEGIN", #"ALTER TABLE granary."Ticket" ADD COLUMN state text COLLATE "C""#,
                    #"UPDATE granary."Ticket" SET state = 'open'"#, "COMMIT",
                ])
        case .leveldb: throw WorkloadError("LevelDB has no statements")
        }
    }

    /// Adds the index that Granary adds, in one transaction.
    static func addIndex(_ store: TicketStore) throws {
        switch store.engine {
        case .sqlite:
            try sqlite(store, ["BEGIN IMMEDIATE", "CREATE INDEX Ticket_code ON Ticket (code)", "COMMIT"])
        case .postgresql:
            try postgresql(
                store, ["BEGIN", #"CREATE INDEX "Ticket_code" ON granary."Ticket" (code, id)"#, "COMMIT"])
        case .leveldb: throw WorkloadError("LevelDB has no statements")
        }
    }

    /// Runs statements on the PostgreSQL database, between connecting and leaving.
    private static func postgresql(_ store: TicketStore, _ statements: [String]) throws {
        let connection = try LoopConnection(url: store.place)
        defer { connection.close() }
        for statement in statements { try connection.execute(statement) }
    }

    /// Runs statements on the SQLite file, between opening and closing it.
    private static func sqlite(_ store: TicketStore, _ statements: [String]) throws {
        var handle: OpaquePointer?
        guard
            sqlite3_open_v2(store.path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
                == SQLITE_OK
        else { throw WorkloadError("\(store.path) cannot be opened") }
        defer { sqlite3_close_v2(handle) }
        for statement in SharedSettings.pragmas + statements {
            guard sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK else {
                throw WorkloadError("\(statement): \(String(cString: sqlite3_errmsg(handle)))")
            }
        }
    }

    private static func leveldb(_ path: String) throws {
        let options = leveldb_options_create()
        let cache = leveldb_cache_create_lru(64 << 20)
        let filter = leveldb_filterpolicy_create_bloom(10)
        let reads = leveldb_readoptions_create()
        defer {
            leveldb_readoptions_destroy(reads)
            leveldb_options_destroy(options)
            leveldb_cache_destroy(cache)
            leveldb_filterpolicy_destroy(filter)
        }
        leveldb_options_set_paranoid_checks(options, 1)
        leveldb_options_set_cache(options, cache)
        leveldb_options_set_filter_policy(options, filter)
        leveldb_options_set_write_buffer_size(options, 16 << 20)
        leveldb_options_set_compression(options, Int32(leveldb_snappy_compression))
        leveldb_readoptions_set_verify_checksums(reads, 1)
        var failure: UnsafeMutablePointer<CChar>?
        guard let handle = leveldb_open(options, path, &failure) else {
            throw WorkloadError("\(path) cannot be opened")
        }
        let iterator = leveldb_create_iterator(handle, reads)
        leveldb_iter_seek_to_first(iterator)
        leveldb_iter_destroy(iterator)
        leveldb_close(handle)
    }
}
