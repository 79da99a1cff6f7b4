internal import GranaryStore

/// How a store of this backend works, read from its configuration's options.
struct LevelDBOptions: Sendable, Hashable {
    /// Whether each save reaches the device before it returns.
    var isSynchronous = true
    /// How many bytes of blocks are kept in memory.
    var cacheSize = 64 << 20
    /// How many bits of a bloom filter each key gets; 0 for no filter.
    var bloomBits = 10
    /// Whether blocks are compressed.
    var isCompressed = true
    /// How many bytes are collected in memory before they become a table.
    var writeBufferSize = 16 << 20
    /// How many bytes a block has, before compression.
    var blockSize = 4 << 10
    /// How many files of tables are open at a time.
    var openFiles = 1_000
    /// Whether the checksum of every block is verified when it is read.
    var verifiesReads = true

    /// The options of a configuration.
    static let descriptions: [StoreOption] = [
        StoreOption(
            "synchronous", .choice(["full", "off"]), default: "full",
            "full (default): a save survives a power failure; off: it survives a crash of the process only."),
        StoreOption(
            "cacheSize", .size(1 << 16...1 << 40), default: "64MiB",
            "Memory for blocks of tables (default 64MiB)."),
        StoreOption(
            "bloomBits", .integer(0...32), default: "10",
            "Bits for each key in the filters that spare looking for absent keys (default 10; 0: no filters)."
        ),
        StoreOption(
            "compression", .choice(["snappy", "none"]), default: "snappy",
            "How blocks are compressed (default snappy)."),
        StoreOption(
            "writeBufferSize", .size(1 << 16...1 << 30), default: "16MiB",
            "Memory for rows not yet in a table (default 16MiB); opening rereads as much after a crash."),
        StoreOption(
            "blockSize", .size(1 << 10...1 << 22), default: "4KiB",
            "The size of a block of a table (default 4KiB)."),
        StoreOption(
            "openFiles", .integer(64...100_000), default: "1000",
            "How many files are open at a time (default 1000)."),
        StoreOption(
            "verifyChecksums", .bool, default: "true",
            "Whether every block is verified when it is read (default true)."),
    ]

    /// The options that a configuration has when it sets none.
    init() {}

    /// Reads the options of a configuration.
    ///
    /// - Throws: `GranaryError.Code.configuration` when a text is not of its kind.
    init(_ options: StoreOptions) throws {
        isSynchronous = options.text("synchronous", default: "full") == "full"
        cacheSize = try options.bytes("cacheSize", default: cacheSize)
        bloomBits = try options.integer("bloomBits", default: bloomBits)
        isCompressed = options.text("compression", default: "snappy") == "snappy"
        writeBufferSize = try options.bytes("writeBufferSize", default: writeBufferSize)
        blockSize = try options.bytes("blockSize", default: blockSize)
        openFiles = try options.integer("openFiles", default: openFiles)
        verifiesReads = try options.bool("verifyChecksums", default: verifiesReads)
    }

    /// The same with caches that have no more than some bytes together, or the least that LevelDB takes.
    ///
    /// One half is for blocks; the other one for rows not yet in a table: LevelDB has two buffers of them while it writes
    /// one out.
    func bounded(by limit: Int?) -> LevelDBOptions {
        guard let limit else { return self }
        var options = self
        options.cacheSize = min(cacheSize, max(limit, 0) / 2)
        // LevelDB has no smaller buffer than this.
        options.writeBufferSize = min(writeBufferSize, max(limit / 4, 1 << 16))
        return options
    }

    /// The same for one pass over all rows.
    var forOnePass: LevelDBOptions {
        var options = self
        // LevelDB's own default. A pass fills a cache of any size, and reads few of its blocks again.
        options.cacheSize = min(cacheSize, 8 << 20)
        return options
    }
}
