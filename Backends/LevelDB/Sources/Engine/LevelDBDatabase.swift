internal import CLevelDB
internal import GranaryStore
internal import Synchronization

/// An open database of LevelDB, which stays open until its last reader is done.
///
/// May be used from any thread.
final class LevelDBDatabase: @unchecked Sendable {  // safe: LevelDB guards the handle, `state` the rest.
    /// The database, while it is open.
    let handle: OpaquePointer
    /// How writes reach the device.
    private let durableWrites: OpaquePointer
    private let plainWrites: OpaquePointer
    /// The directory with the database.
    let directory: StoreDirectory
    /// Which store errors are about.
    let place: StorePlace
    private let writeBufferSize: Int
    /// The mark that each write begins with; `nil` for a store that is being made, whose identity is not known yet.
    let mark: LogMark?
    private let options: EngineOptions
    /// Whether the directory is a copy that is only read, and goes away.
    private let isForReading: Bool
    /// LevelDB names its manifest in it when it opens a database, and replaces it at no other time.
    private let current: StandingFile
    private let state = Mutex(State())
    /// Whether a write has failed; held while one is carried out, so that none comes behind one that fails.
    private let hasFailedWrite = Mutex(false)
    private let onClosed: @Sendable () -> Void

    /// The users of the database, which keep it open.
    private struct State {
        var users = 0
        var isClosing = false
        var isClosed = false

        /// Marks the database as closed; false when it is already.
        mutating func markClosed() -> Bool {
            defer { isClosed = true }
            return !isClosed
        }
    }

    /// Opens a database; it must exist unless it may be made, and must not exist if it shall be made.
    ///
    /// A directory that is read in place of a store names that one in errors. The closure runs once the database has
    /// been closed.
    /// - Throws: as ``EngineError/translated(at:doing:)``.
    init(
        in directory: StoreDirectory, _ settings: LevelDBOptions, creating: Bool, mark: LogMark? = nil,
        readingFor store: StorePlace? = nil, onClosed: @escaping @Sendable () -> Void
    ) throws {
        options = EngineOptions(settings, creating: creating)
        var failure: UnsafeMutablePointer<CChar>?
        let handle = leveldb_open(options.pointer, directory.path, &failure)
        guard let handle, failure == nil else {
            options.free()
            throw EngineError(taking: failure)
                .translated(at: store ?? directory.place, doing: "opening the store")
        }
        do {
            // That of the store itself, also where a copy is read in place of it.
            let path = store?.path ?? directory.path
            current = try StandingFile("\(path)/CURRENT", at: directory.place)
        } catch {
            leveldb_close(handle)
            options.free()
            throw error
        }
        self.handle = handle
        self.mark = mark
        self.directory = directory
        place = store ?? directory.place
        isForReading = store != nil
        writeBufferSize = settings.writeBufferSize
        self.onClosed = onClosed
        durableWrites = leveldb_writeoptions_create()
        plainWrites = leveldb_writeoptions_create()
        leveldb_writeoptions_set_sync(durableWrites, settings.isSynchronous ? 1 : 0)
    }

    deinit {
        close()
        leveldb_writeoptions_destroy(durableWrites)
        leveldb_writeoptions_destroy(plainWrites)
    }

    /// Adds a user of the database, so that it stays open.
    ///
    /// - Throws: `GranaryError.Code.closed`.
    func retainHandle() throws {
        try state.withLock { state in
            if state.isClosing { throw place.error(.closed, "The store is closed. Open it again.") }
            state.users += 1
        }
    }

    /// Records that a reader is done; the last one closes a database marked closed.
    func releaseHandle() {
        let isLast = state.withLock { state in
            state.users -= 1
            return state.users == 0 && state.isClosing && state.markClosed()
        }
        if isLast { closeHandle() }
    }

    /// Closes the database: at once without readers, else when the last reader is done.
    func close() {
        let isIdle = state.withLock { state in
            state.isClosing = true
            return state.users == 0 && state.markClosed()
        }
        if isIdle { closeHandle() }
    }

    private func closeHandle() {
        // After a failed write nothing more may follow in the log, not even by a compaction, and in another directory
        // nothing may be made.
        if !isForReading, !hasFailedWrite.withLock({ $0 }), current.isInPlace { emptyLongLog() }
        leveldb_close(handle)
        options.free()
        onClosed()
    }

    /// Carries out the changes of a batch; after a failure nothing is written until the database is opened again.
    ///
    /// A failed write can leave a part of itself at the end of the log. LevelDB would go on behind that part, and lose
    /// later writes, or refuse the whole log, when it reads it again; at the end of the log it is skipped. A batch that
    /// is larger than the memory for entries outside of tables is brought into one at once, in the background.
    /// - Throws: `GranaryError.Code.io` when it is not known whether the changes are kept, and after that; else as
    ///   ``EngineError/translated(at:doing:)``, and nothing was changed.
    func write(_ batch: OpaquePointer, size: Int, durably: Bool) throws {
        try retainHandle()
        defer { releaseHandle() }
        try hasFailedWrite.withLock { hasFailed in
            if hasFailed {
                throw place.error(
                    .io,
                    "An earlier save failed while it was written to LevelDB's log, so nothing more is written. Attach the store again."
                )
            }
            // LevelDB would go on in files without a name, or make its next ones in a directory that is not its own.
            try requireInPlace()
            var failure: UnsafeMutablePointer<CChar>?
            leveldb_write(handle, durably ? durableWrites : plainWrites, batch, &failure)
            if failure != nil {
                hasFailed = true
                throw EngineError(taking: failure).translatedForWrite(at: place)
            }
            if size > writeBufferSize { hasFailed = !beginLog() }
        }
    }

    /// Throws when the store's directory, or what is in it, is no longer what is open.
    func requireInPlace() throws {
        switch current.find() {
        case .same: return
        case .nothing: throw place.lostWhileOpen("directory", isReplaced: false)
        case .another: throw place.lostWhileOpen("directory", isReplaced: true)
        }
    }

    /// Throws when a call of LevelDB has left an error.
    @inline(__always) func check(_ failure: UnsafeMutablePointer<CChar>?, _ what: StaticString) throws {
        if failure != nil { throw EngineError(taking: failure).translated(at: place, doing: "\(what)") }
    }
}
