internal import CLevelDBBenchmark
internal import Workload

/// A database with the settings that Granary has by default.
final class LoopDatabase: @unchecked Sendable {  // safe: the harness uses a session by one thread at a time.
    private let handle: OpaquePointer
    private let options = leveldb_options_create()
    private let cache = leveldb_cache_create_lru(64 << 20)
    private let filter = leveldb_filterpolicy_create_bloom(10)
    private let reads = leveldb_readoptions_create()
    private let writes = leveldb_writeoptions_create()

    init(path: String) throws {
        leveldb_options_set_paranoid_checks(options, 1)
        leveldb_options_set_cache(options, cache)
        leveldb_options_set_filter_policy(options, filter)
        leveldb_options_set_write_buffer_size(options, 16 << 20)
        leveldb_options_set_compression(options, Int32(leveldb_snappy_compression))
        leveldb_readoptions_set_verify_checksums(reads, 1)
        leveldb_writeoptions_set_sync(writes, 1)
        var failure: UnsafeMutablePointer<CChar>?
        guard let handle = leveldb_open(options, path, &failure) else {
            throw WorkloadError("the loop cannot open \(path)")
        }
        self.handle = handle
    }

    func write(_ batch: LoopBatch) throws {
        var failure: UnsafeMutablePointer<CChar>?
        leveldb_write(handle, writes, batch.pointer, &failure)
        if failure != nil { throw WorkloadError("the loop cannot write") }
    }

    @inline(__always)
    func get(_ key: LoopBytes, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var failure: UnsafeMutablePointer<CChar>?
        var count = 0
        guard let value = leveldb_get(handle, reads, key.characters, key.count, &count, &failure) else {
            throw WorkloadError("a row was missed")
        }
        defer { leveldb_free(value) }
        try body(UnsafeRawBufferPointer(start: value, count: count))
    }

    /// The entries whose keys begin with something.
    @inline(__always)
    func scan(
        _ prefix: [UInt8], _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let iterator = leveldb_create_iterator(handle, reads)
        defer { leveldb_iter_destroy(iterator) }
        prefix.withUnsafeBytes {
            leveldb_iter_seek(iterator, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
        while leveldb_iter_valid(iterator) != 0 {
            var count = 0
            let key = UnsafeRawBufferPointer(start: leveldb_iter_key(iterator, &count), count: count)
            guard key.starts(with: prefix) else { return }
            let value = UnsafeRawBufferPointer(start: leveldb_iter_value(iterator, &count), count: count)
            try body(key, value)
            leveldb_iter_next(iterator)
        }
    }

    func close() {
        leveldb_close(handle)
        leveldb_readoptions_destroy(reads)
        leveldb_writeoptions_destroy(writes)
        leveldb_options_destroy(options)
        leveldb_cache_destroy(cache)
        leveldb_filterpolicy_destroy(filter)
    }
}

/// Changes that are written as one.
final class LoopBatch {
    let pointer = leveldb_writebatch_create()

    deinit { leveldb_writebatch_destroy(pointer) }

    @inline(__always) func put(_ key: LoopBytes, _ value: LoopBytes) {
        leveldb_writebatch_put(pointer, key.characters, key.count, value.characters, value.count)
    }

    @inline(__always) func delete(_ key: LoopBytes) {
        leveldb_writebatch_delete(pointer, key.characters, key.count)
    }
}
