internal import CLevelDB
internal import GranaryKeyValue

/// The entries of a database at one moment.
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

/// A place among the entries of a snapshot.
///
/// It keeps the database open until it ends. Used by one thread at a time.
final class LevelDBCursor: KeyValueCursor {
    private let database: LevelDBDatabase
    private let iterator: OpaquePointer
    private var isOver = false
    private(set) var key = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Asked of LevelDB only when somebody wants it: many entries are only passed over.
    var value: UnsafeRawBufferPointer {
        guard key.baseAddress != nil else { return key }
        var count = 0
        let start = leveldb_iter_value(iterator, &count)
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    init(_ database: LevelDBDatabase, _ options: OpaquePointer) throws {
        try database.retainHandle()
        self.database = database
        iterator = leveldb_create_iterator(database.handle, options)
    }

    deinit { end() }

    func seek(to key: UnsafeRawBufferPointer) throws -> Bool {
        leveldb_iter_seek(iterator, key.characters, key.count)
        return try arrive()
    }

    func seek(before key: UnsafeRawBufferPointer) throws -> Bool {
        leveldb_iter_seek(iterator, key.characters, key.count)
        if leveldb_iter_valid(iterator) != 0 {
            leveldb_iter_prev(iterator)
        } else {
            // Behind the last key, or an error, which seeking again finds again.
            leveldb_iter_seek_to_last(iterator)
        }
        return try arrive()
    }

    func next() throws -> Bool {
        leveldb_iter_next(iterator)
        return try arrive()
    }

    func previous() throws -> Bool {
        leveldb_iter_prev(iterator)
        return try arrive()
    }

    /// Takes over the entry that the iterator stands on.
    @inline(__always) private func arrive() throws -> Bool {
        guard leveldb_iter_valid(iterator) != 0 else {
            key = UnsafeRawBufferPointer(start: nil, count: 0)
            var failure: UnsafeMutablePointer<CChar>?
            leveldb_iter_get_error(iterator, &failure)
            try database.check(failure, "reading in order")
            return false
        }
        var count = 0
        let keyStart = leveldb_iter_key(iterator, &count)
        key = UnsafeRawBufferPointer(start: keyStart, count: count)
        return true
    }

    func end() {
        if isOver { return }
        isOver = true
        key = UnsafeRawBufferPointer(start: nil, count: 0)
        leveldb_iter_destroy(iterator)
        database.releaseHandle()
    }
}
