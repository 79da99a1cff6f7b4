internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// Reads a store's description of itself without changing a byte of its files.
///
/// SQLite itself changes files when it opens and closes them: it makes side files, and writes the log back. Without a
/// log, the file is opened as one that cannot change; with one, in a way that leaves the log unchanged.
struct StoreInspection {
    private let opening: StoreOpening
    private var place: StorePlace { opening.place }
    /// The files of the store.
    var files: StoreFiles { opening.files }

    /// Makes the inspection of a file that exists.
    init(_ opening: StoreOpening) { self.opening = opening }

    /// How often a file without a log is read before it is read as one with a log: another process may write to it.
    private static let attempts = 3

    /// Reads the file in a way that changes nothing, having checked that it is a store, with its own log; the log is
    /// checked only while no store of this process has the file open.
    ///
    /// A file without a log is read without locks, as one that cannot change. If another process opens it during the
    /// read and writes its log back, the content or the error may come from two states; then everything is read again.
    ///
    /// - Parameters:
    ///   - isOpen: whether a store of this process has the file open.
    ///   - read: reads by the connection, which is closed afterwards; may be called several times.
    /// - Returns: what was read.
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer``, ``GranaryError/Code/corrupt``; what the
    ///   reading throws.
    func reading<Content>(whileOpen isOpen: Bool, _ read: (Connection) throws -> Content) throws -> Content {
        for _ in 1...Self.attempts {
            guard try !files.hasLog(), let before = try files.status() else { break }
            let content = Result { try reading(files.connectWithoutLog, read) }
            if let after = try files.status(), try !files.hasLog(), after.isAsWritten(before) {
                return try content.get()
            }
        }
        // The engine's locks keep those who write from those who read.
        return try reading(isOpen ? connectToLog : LogPairing(self).connect, read)
    }

    private func reading<Content>(
        _ connect: () throws -> Connection, _ read: (Connection) throws -> Content
    ) throws -> Content {
        let connection = try connect()
        defer { connection.close() }
        return try read(connection)
    }

    /// Checks that the file is a store, with its own log; nothing is changed.
    ///
    /// Only while no store of this process has the file open.
    ///
    /// - Throws: as ``reading(whileOpen:_:)``.
    func check() throws { try reading(whileOpen: false) { _ in } }

    /// Opens the file with its log in a way that leaves both unchanged; nothing is checked.
    func connectToLog() throws -> Connection {
        let connection = try Connection(to: files.path, isReadOnly: false, isImmutable: false, place: place)
        guard granary_sqlite3_keep_log(connection.handle.pointer) == SQLITE_OK,
            sqlite3_busy_timeout(connection.handle.pointer, Int32(clamping: opening.options.busyTimeout))
                == SQLITE_OK
        else { throw connection.lastError().translated(at: place, doing: "configuring the connection") }
        return connection
    }
}

extension FileStatus {
    /// Whether nobody has written to the file, or exchanged it, since another look at it.
    fileprivate func isAsWritten(_ before: FileStatus) -> Bool {
        identity == before.identity && size == before.size && modified == before.modified
    }
}

extension StoreFiles {
    /// Opens the database as a file that cannot change, without locks and without its log, and checks that it is a
    /// store's.
    ///
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer``, ``GranaryError/Code/corrupt``.
    func connectWithoutLog() throws -> Connection {
        let connection = try Connection(to: path, isReadOnly: true, isImmutable: true, place: place)
        do {
            try FileHeader(connection).validate(at: place)
            return connection
        } catch {
            connection.close()
            throw error
        }
    }
}

extension StoreOpening {
    /// Checks that a file is a store, with its own log, and that its tables are the wanted ones; nothing is changed.
    ///
    /// Only while no store of this process has the file open.
    func inspect() throws {
        _ = try StoreInspection(self).reading(whileOpen: false, requireFit)
    }

    /// Checks the log of a file, if there is one; nothing is changed.
    ///
    /// This is enough for a store that is read in one pass: who asks for that has inspected it before, so that no side
    /// files appear next to a database of another program. It is not opened twice.
    ///
    /// - Throws: as ``LogPairing/connect()``.
    func requireOwnLog() throws {
        if try files.hasLog() { try StoreInspection(self).check() }
    }

    /// The store's description of itself, whose tables are the wanted ones.
    ///
    /// - Throws: ``GranaryError/Code/incompatible``, with the schema of the store.
    func requireFit(of connection: Connection) throws -> StoreMetadata {
        let metadata = try StoreMetadata(connection)
        let difference = try schema.difference(from: metadata, on: connection)
        if difference.isEmpty { return metadata }
        var error = GranaryError.incompatible(difference.findings)
        error.recorded = try? StoreMigration.schema(on: connection)
        throw place.named(error)
    }

    /// Opens the file for writing; of a file that no store of this process has open, header and log are checked first.
    ///
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer``, ``GranaryError/Code/corrupt``.
    func connectForWriting(whileOpen isOpen: Bool) throws -> Connection {
        if !isOpen { try requireOwnLog() }
        let connection = try Connection(to: path, isReadOnly: false, isImmutable: false, place: place)
        do {
            // Before the first statement, which might write to the file.
            try FileHeader(connection).validate(at: place)
            try connection.configure(options, isReadOnly: false)
            return connection
        } catch {
            connection.close()
            throw error
        }
    }
}
