#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// The files of a store as a whole: examining them, moving them aside, removing them.
struct StoreFiles {
    let path: StorePath
    let place: StorePlace

    /// The files at a path, for the store of a configuration.
    init(_ path: StorePath, store: String) {
        self.path = path
        place = StorePlace(.sqlite, store: store, path: path.path)
    }

    /// The status of the file at the path; `nil` for nothing.
    ///
    /// - Throws: ``GranaryError/Code/denied`` for a symbolic link, also in place of a side file;
    ///   ``GranaryError/Code/foreign`` for anything else that is not an ordinary file.
    func status() throws -> FileStatus? {
        for side in path.sideFiles where try FileStatus(side, at: place)?.isLink == true {
            throw place.error(
                .denied, "A side file of the store is a symbolic link; nothing was opened. Remove the link.")
        }
        guard let status = try FileStatus(path.path, at: place) else { return nil }
        if status.isLink {
            throw place.error(
                .denied, "The path is a symbolic link; nothing was opened. Name the file itself.")
        }
        guard status.isRegular else {
            throw place.error(
                .foreign,
                "The path leads to something that is not a file; it was left untouched. Name another path.")
        }
        return status
    }

    /// Whether there is a write-ahead log that is not empty.
    func hasLog() throws -> Bool { try FileStatus(path.log, at: place).map { $0.size > 0 } ?? false }

    /// Whether files can be made next to the database.
    var isDirectoryWritable: Bool { access(path.directory, W_OK) == 0 }

    /// Removes the store's files, the database last, so that a removal that is cut short can be repeated.
    func destroy() throws {
        try OpenFiles.shared.withLock(of: path) { files in
            clearUnfinishedMove()
            try finishOrAbandonMove()
            if try finishLeaving() {
                try remove()
                return try notes.removeDestination()
            }
            guard let status = try status() else { return try removeAbandoned() }
            try requireClosed(status, files, "destroyed")
            try connectWithoutLog().close()
            try requireUnused()
            try removeAbandoned()
            try remove()
        }
    }

    /// Throws while another process has the file open, which would keep saving into a file without a name.
    ///
    /// A damaged store cannot be opened at all, so any other failure says nothing.
    func requireUnused() throws {
        do {
            try foldLog()
        } catch let error as GranaryError where error.code == .locked {
            throw error
        } catch {
            return
        }
    }

    /// Removes the files, with any content.
    func remove() throws {
        for side in path.sideFiles { try PrivateFiles.remove(side, at: place) }
        try PrivateFiles.remove(path.path, at: place)
    }

    /// Gives the files other names with the time, and returns the database's.
    func moveAside() throws -> String {
        try foldLog()
        let aside = try unusedName()
        for (old, new) in zip(path.sideFiles, aside.sideFiles) {
            try PrivateFiles.move(old, to: new, at: place)
        }
        try PrivateFiles.move(path.path, to: aside.path, at: place)
        return aside.path
    }

    /// An unused name next to the database's, with the time.
    func unusedName() throws -> StorePath {
        let time = CivilTime(microseconds: Self.now())
        let stamp =
            [time.year, time.month, time.day].map { Self.padded($0) }.joined()
            + "T" + [time.hour, time.minute, time.second].map { Self.padded($0) }.joined() + "Z"
        var number = 1
        while true {
            let aside = path.beside("\(path.name).\(stamp)\(number == 1 ? "" : "-\(number)")")
            let isUnused = try ([aside.path] + aside.sideFiles).allSatisfy {
                try FileStatus($0, at: place) == nil
            }
            if isUnused { return aside }
            number += 1
        }
    }

    /// Moves the files aside, or removes them, unless they are open.
    func leave(movingAside: Bool) throws {
        try OpenFiles.shared.withLock(of: path) { files in
            guard let status = try status() else { return }
            try requireClosed(status, files, movingAside ? "moved aside" : "deleted")
            try connectWithoutLog().close()
            if movingAside {
                _ = try moveAside()
            } else {
                try requireUnused()
                try remove()
            }
        }
    }

    /// Throws while a store of this process has the file open.
    func requireClosed(_ status: FileStatus, _ files: OpenFiles, _ what: String) throws {
        if files.isOpen(status.identity) { throw openError(what) }
    }

    /// Throws while a store of this process works with the file; readers in one pass keep their snapshot.
    func requireNotInUse(_ status: FileStatus, _ files: OpenFiles, _ what: String) throws {
        if files.isInUse(status.identity) { throw openError(what) }
    }

    private func openError(_ what: String) -> GranaryError {
        place.error(.locked, "The store is open in this process and cannot be \(what). Close it first.")
    }

    /// Writes the content of the log into the database, which also detects other processes that have it open.
    func foldLog() throws {
        let connection = try Connection(to: path, isReadOnly: false, isImmutable: false, place: place)
        defer { connection.close() }
        try connection.runOnce("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        // The last connection to close removes the log.
        if try FileStatus(path.log, at: place) != nil {
            throw place.error(
                .locked, "Another process has the store open; it was left untouched. Close it there first.")
        }
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000
    }
}
