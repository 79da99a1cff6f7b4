internal import CLevelDB
internal import GranaryKeyValue

/// A place among the entries of a snapshot.
///
/// LevelDB skips a block that it cannot read, moves to the entry after it and keeps the error. So the
/// error is asked for at every step: a key between two entries that a cursor gives is really not there.
///
/// It keeps the database open until it ends. Used by one thread at a time.
final class LevelDBCursor: KeyValueCursor {
    private let database: LevelDBDatabase
    /// How the entries are read; they belong to the snapshot, which outlives its cursors.
    private let options: OpaquePointer
    private var iterator: OpaquePointer
    private var isOver = false
    /// The error of the last move; LevelDB's iterator keeps its error, so the next seek takes another one.
    private var failure: (any Error)?
    private(set) var key = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Asked of LevelDB only when the value is read: many entries are only passed over.
    var value: UnsafeRawBufferPointer {
        guard key.baseAddress != nil else { return key }
        var count = 0
        let start = leveldb_iter_value(iterator, &count)
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    init(_ database: LevelDBDatabase, _ options: OpaquePointer) throws {
        // LevelDB must not be closed while an iterator exists, so each cursor keeps the database open.
        try database.retainHandle()
        self.database = database
        self.options = options
        iterator = leveldb_create_iterator(database.handle, options)
    }

    deinit { end() }

    func seek(to key: UnsafeRawBufferPointer) throws -> Bool {
        begin()
        leveldb_iter_seek(iterator, key.characters, key.count)
        return try arrive()
    }

    func seek(before key: UnsafeRawBufferPointer) throws -> Bool {
        begin()
        leveldb_iter_seek(iterator, key.characters, key.count)
        if leveldb_iter_valid(iterator) != 0 {
            leveldb_iter_prev(iterator)
        } else {
            // Behind the last key, or an error, which the iterator keeps.
            leveldb_iter_seek_to_last(iterator)
        }
        return try arrive()
    }

    func next() throws -> Bool {
        guard key.baseAddress != nil else { return try stay() }
        leveldb_iter_next(iterator)
        return try arrive()
    }

    func previous() throws -> Bool {
        guard key.baseAddress != nil else { return try stay() }
        leveldb_iter_prev(iterator)
        return try arrive()
    }

    /// Makes the iterator fit for another seek.
    @inline(__always) private func begin() {
        guard failure != nil else { return }
        failure = nil
        leveldb_iter_destroy(iterator)
        iterator = leveldb_create_iterator(database.handle, options)
    }

    /// The answer of a cursor without an entry: LevelDB's iterators must not be moved then.
    private func stay() throws -> Bool {
        if let failure { throw failure }
        return false
    }

    /// Reads the iterator's current entry.
    @inline(__always) private func arrive() throws -> Bool {
        var error: UnsafeMutablePointer<CChar>?
        // LevelDB skips a block that it cannot read and only keeps the error, so every step asks for it.
        leveldb_iter_get_error(iterator, &error)
        if error != nil { try fail(error) }
        guard leveldb_iter_valid(iterator) != 0 else {
            key = UnsafeRawBufferPointer(start: nil, count: 0)
            return false
        }
        var count = 0
        let keyStart = leveldb_iter_key(iterator, &count)
        key = UnsafeRawBufferPointer(start: keyStart, count: count)
        return true
    }

    /// Leaves the entry, and throws LevelDB's error.
    private func fail(_ error: UnsafeMutablePointer<CChar>?) throws {
        key = UnsafeRawBufferPointer(start: nil, count: 0)
        do { try database.check(error, "reading in order") } catch {
            failure = error
            throw error
        }
    }

    func end() {
        if isOver { return }
        isOver = true
        key = UnsafeRawBufferPointer(start: nil, count: 0)
        leveldb_iter_destroy(iterator)
        database.releaseHandle()
    }
}
