internal import CLevelDB
internal import Granary
internal import Synchronization

/// An open database of LevelDB, which stays open until nobody reads it any more.
///
/// May be used from any thread.
final class LevelDBDatabase: @unchecked Sendable {  // safe: LevelDB's own locks guard the handle; see `state`.
    /// The database, while it is open.
    let handle: OpaquePointer
    /// How writes reach the device.
    let durableWrites: OpaquePointer
    let plainWrites: OpaquePointer
    let place: LevelDBPlace
    private let options: EngineOptions
    private let state = Mutex(State())
    private let onClosed: @Sendable () -> Void

    /// Who keeps the database open.
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
    /// The closure runs once the database has been closed.
    /// - Throws: as ``EngineError/translated(at:doing:)`` says.
    init(
        at place: LevelDBPlace, _ settings: LevelDBOptions, creating: Bool,
        onClosed: @escaping @Sendable () -> Void
    ) throws {
        options = EngineOptions(settings, creating: creating)
        var failure: UnsafeMutablePointer<CChar>?
        let handle = leveldb_open(options.pointer, place.path, &failure)
        guard let handle, failure == nil else {
            options.free()
            throw EngineError(taking: failure).translated(at: place, doing: "opening the store")
        }
        self.handle = handle
        self.place = place
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

    /// Notes that somebody reads the database, so that it stays open.
    ///
    /// - Throws: `GranaryError.Code.closed`.
    func retainHandle() throws {
        try state.withLock { state in
            if state.isClosing { throw place.error(.closed, "The store is closed. Open it again.") }
            state.users += 1
        }
    }

    /// Notes that a reader is done; the last one closes a database that is to be closed.
    func releaseHandle() {
        let isLast = state.withLock { state in
            state.users -= 1
            return state.users == 0 && state.isClosing && state.markClosed()
        }
        if isLast { closeHandle() }
    }

    /// Closes the database: at once when nobody reads it, else when the last reader is done.
    func close() {
        let isIdle = state.withLock { state in
            state.isClosing = true
            return state.users == 0 && state.markClosed()
        }
        if isIdle { closeHandle() }
    }

    private func closeHandle() {
        leveldb_close(handle)
        options.free()
        onClosed()
    }

    /// Throws when a call of LevelDB has left an error.
    @inline(__always) func check(_ failure: UnsafeMutablePointer<CChar>?, _ what: StaticString) throws {
        if failure != nil { throw EngineError(taking: failure).translated(at: place, doing: "\(what)") }
    }
}
