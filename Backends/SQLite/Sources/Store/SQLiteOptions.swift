internal import GranaryStore

/// How a store of this backend works, read from its configuration's options.
struct SQLiteOptions: Sendable, Hashable {
    /// How many bytes of pages a connection keeps in memory during a large save.
    var cacheSize = 64 << 20
    /// How many bytes of pages a connection keeps in memory otherwise.
    var readCacheSize = 22 << 20
    /// How many bytes of the file are mapped into memory.
    var mapSize = 0
    /// How long other processes are waited for, in milliseconds.
    var busyTimeout = 5_000
    /// Whether each save reaches the device before it returns.
    var isFullySynchronous = true
    /// How many sessions there may be at a time.
    var sessions = 32
    /// How long a session is waited for, in milliseconds.
    var sessionTimeout = 30_000
    /// How long an idle connection is kept, in milliseconds; 0 for ever.
    var idleTimeout = 300_000
    /// The largest size of the file in bytes; 0 for no limit.
    var maximumSize = 0

    /// The options of a configuration.
    static let descriptions: [StoreOption] = [
        StoreOption(
            "cacheSize", .size(1 << 16...1 << 40), default: "64MiB",
            "Memory for pages during a large save (default 64MiB; SQLite's own 2 MB makes updates and random keys up to twice as slow)."
        ),
        StoreOption(
            "readCacheSize", .size(1 << 16...1 << 40), default: "22MiB",
            "Memory for pages of each session otherwise (default 22MiB, which also bounds what a stream of all rows takes)."
        ),
        StoreOption(
            "mapSize", .size(0...1 << 40), default: "0",
            "How much of the file is mapped into memory (default 0: an I/O error in mapped memory would end the process)."
        ),
        StoreOption(
            "busyTimeout", .duration(0...3_600_000), default: "5s",
            "How long a save waits for other processes (default 5s)."
        ),
        StoreOption(
            "synchronous", .choice(["full", "normal"]), default: "full",
            "full (default): a save survives a power failure; normal: it survives a crash of the process only."
        ),
        StoreOption(
            "sessions", .integer(1...1_000), default: "32",
            "How many sessions may work at a time (default 32)."),
        StoreOption(
            "sessionTimeout", .duration(1...3_600_000), default: "30s",
            "How long a free session is waited for (default 30s)."
        ),
        StoreOption(
            "idleTimeout", .duration(0...86_400_000), default: "5m",
            "How long an idle connection is kept (default 5m; 0 for ever); one stays as long as the store is open."
        ),
        StoreOption(
            "maximumSize", .size(0...1 << 44), default: "0",
            "The largest size of the file (default 0: no limit)."),
    ]

    /// Reads the options of a configuration.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when a text is not of its kind.
    init(_ options: StoreOptions) throws {
        cacheSize = try options.bytes("cacheSize", default: cacheSize)
        readCacheSize = try options.bytes("readCacheSize", default: readCacheSize)
        mapSize = try options.bytes("mapSize", default: mapSize)
        busyTimeout = try options.milliseconds("busyTimeout", default: busyTimeout)
        isFullySynchronous = options.text("synchronous", default: "full") == "full"
        sessions = max(try options.integer("sessions", default: sessions), 1)
        sessionTimeout = try options.milliseconds("sessionTimeout", default: sessionTimeout)
        idleTimeout = try options.milliseconds("idleTimeout", default: idleTimeout)
        maximumSize = try options.bytes("maximumSize", default: maximumSize)
    }

    /// The same with caches that have no more than some bytes together.
    ///
    /// One half is for a large save, since there is one at a time; the other one for all sessions that there may be.
    func bounded(by limit: Int?) -> SQLiteOptions {
        guard let limit else { return self }
        var options = self
        let half = max(limit, 0) / 2
        options.cacheSize = min(cacheSize, half)
        options.readCacheSize = min(readCacheSize, half / sessions)
        return options
    }
}
