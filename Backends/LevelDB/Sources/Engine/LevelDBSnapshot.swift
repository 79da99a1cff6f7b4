internal import CLevelDB
internal import GranaryKeyValue

/// The entries of a database at one point in time.
///
/// It keeps the database open until it ends. Used by one thread at a time.
final class LevelDBSnapshot: KeyValueSnapshot {
    private let database: LevelDBDatabase
    private let snapshot: OpaquePointer
    /// How entries are read one by one, and in order: only the former are kept in the cache for sure.
    private let options: OpaquePointer
    private var isOver = false

    init(_ database: LevelDBDatabase, verifiesReads: Bool) throws {
        try database.retainHandle()
        self.database = database
        snapshot = leveldb_create_snapshot(database.handle)
        options = leveldb_readoptions_create()
        leveldb_readoptions_set_snapshot(options, snapshot)
        leveldb_readoptions_set_verify_checksums(options, verifiesReads ? 1 : 0)
    }

    deinit { end() }

    func get(_ key: UnsafeRawBufferPointer, into value: KeyValueBuffer) throws -> Bool {
        var failure: UnsafeMutablePointer<CChar>?
        var count = 0
        let found = leveldb_get(
            database.handle, options, key.characters, key.count, &count, &failure)
        try database.check(failure, "reading")
        guard let found else { return false }
        value.replace(with: UnsafeRawBufferPointer(start: found, count: count))
        leveldb_free(found)
        return true
    }

    func makeCursor() throws -> any KeyValueCursor {
        try LevelDBCursor(database, options)
    }

    func end() {
        if isOver { return }
        isOver = true
        leveldb_readoptions_destroy(options)
        leveldb_release_snapshot(database.handle, snapshot)
        database.releaseHandle()
    }
}
