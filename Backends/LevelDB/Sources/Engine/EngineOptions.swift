internal import CLevelDB

/// LevelDB's options with the objects they refer to, which must live as long as the database.
///
/// The closing of the database frees it.
final class EngineOptions: @unchecked Sendable {  // safe: only read while the database is open.
    /// The options.
    let pointer: OpaquePointer
    private let cache: OpaquePointer
    private let filter: OpaquePointer?

    /// Makes the options; damage is never passed over.
    init(_ options: LevelDBOptions, creating: Bool) {
        pointer = leveldb_options_create()
        cache = leveldb_cache_create_lru(options.cacheSize)
        filter =
            options.bloomBits > 0
            ? leveldb_filterpolicy_create_bloom(Int32(clamping: options.bloomBits)) : nil
        leveldb_options_set_paranoid_checks(pointer, 1)
        leveldb_options_set_create_if_missing(pointer, creating ? 1 : 0)
        leveldb_options_set_error_if_exists(pointer, creating ? 1 : 0)
        leveldb_options_set_cache(pointer, cache)
        if let filter { leveldb_options_set_filter_policy(pointer, filter) }
        leveldb_options_set_write_buffer_size(pointer, options.writeBufferSize)
        leveldb_options_set_block_size(pointer, options.blockSize)
        leveldb_options_set_max_open_files(pointer, Int32(clamping: options.openFiles))
        leveldb_options_set_compression(
            pointer, Int32(options.isCompressed ? leveldb_snappy_compression : leveldb_no_compression))
    }

    /// Frees everything; the database is closed.
    func free() {
        leveldb_options_destroy(pointer)
        leveldb_cache_destroy(cache)
        if let filter { leveldb_filterpolicy_destroy(filter) }
    }
}
