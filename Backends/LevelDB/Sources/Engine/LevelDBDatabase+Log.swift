internal import CLevelDB
internal import GranaryStore

/// Keeping the log short, which the next opening reads from its beginning to its end.
extension LevelDBDatabase {
    /// How many bytes of logs are left for the next opening.
    private static let longestLog = 1 << 20

    /// Writes the entries that are only in the log into a table if the log is long.
    ///
    /// LevelDB does so before it compacts a range: here one behind every key.
    func emptyLongLog() {
        if logSize <= Self.longestLog { return }
        let key = [UInt8](repeating: 0xFF, count: 32)
        key.withUnsafeBytes {
            leveldb_compact_range(handle, $0.characters, $0.count, $0.characters, $0.count)
        }
    }

    /// Begins another log when more than the memory for it has been written, and lets LevelDB bring the written entries
    /// into a table; false when that failed.
    ///
    /// LevelDB decides about that before it writes; here it writes nothing.
    func beginLog() -> Bool {
        let (nothing, writes) = (leveldb_writebatch_create(), leveldb_writeoptions_create())
        defer {
            leveldb_writebatch_destroy(nothing)
            leveldb_writeoptions_destroy(writes)
        }
        var failure: UnsafeMutablePointer<CChar>?
        leveldb_write(handle, writes, nothing, &failure)
        leveldb_free(failure)
        return failure == nil
    }

    /// How many bytes the logs have.
    private var logSize: Int {
        let names = (try? directory.names()) ?? []
        return names.filter { $0.ends(with: ".log") }.reduce(0) { size, name in
            size + ((try? OpenFile(directory.file(name), at: place).count) ?? 0)
        }
    }
}
