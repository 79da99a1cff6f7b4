internal import CLevelDB
internal import GranaryStore
internal import GranaryKeyValue

/// LevelDB as an ordered engine.
///
/// May be used from any thread.
final class LevelDBEngine: KeyValueEngine {
    private let database: LevelDBDatabase
    private let verifiesReads: Bool

    init(_ database: LevelDBDatabase, _ options: LevelDBOptions) {
        self.database = database
        verifiesReads = options.verifiesReads
    }

    func makeSnapshot() throws -> any KeyValueSnapshot {
        try LevelDBSnapshot(database, verifiesReads: verifiesReads)
    }

    func makeBatch() throws -> any KeyValueBatch { LevelDBBatch(database) }

    func requireInPlace() throws { try database.requireInPlace() }

    func close() throws { database.close() }
}

/// Changes that LevelDB writes as one.
final class LevelDBBatch: KeyValueBatch {
    private let database: LevelDBDatabase
    private let batch: OpaquePointer
    /// About how many bytes of memory the changes take.
    private var size = 0

    init(_ database: LevelDBDatabase) {
        self.database = database
        batch = leveldb_writebatch_create()
        guard let mark = database.mark else { return }
        LogMark.key.withUnsafeBytes { key in mark.value.withUnsafeBytes { put(key, $0) } }
    }

    deinit { leveldb_writebatch_destroy(batch) }

    func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        leveldb_writebatch_put(
            batch, key.characters, key.count, value.characters, value.count)
        size &+= key.count &+ value.count
    }

    func delete(_ key: UnsafeRawBufferPointer) {
        leveldb_writebatch_delete(batch, key.characters, key.count)
        size &+= key.count
    }

    func commit(durably: Bool) throws {
        try database.write(batch, size: size, durably: durably)
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes as LevelDB takes them; never nil, since it must not be for no bytes either.
    @inline(__always) var characters: UnsafePointer<CChar>? {
        (baseAddress ?? Self.nothing).assumingMemoryBound(to: CChar.self)
    }

    nonisolated(unsafe) private static let nothing = UnsafeRawPointer(  // safe: constant and never freed
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}
