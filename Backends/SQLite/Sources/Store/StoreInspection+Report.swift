#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

extension StoreInspection {
    /// The content at the path; `nil` for nothing, and for a file that is still empty.
    func report() throws -> InspectedStore? {
        try OpenFiles.shared.withLock(of: files.path) { open in
            guard let status = try files.status(), status.size > 0 else { return nil }
            let isOpen = open.isOpen(status.identity)
            // Asked before the connection below holds the file too.
            let holders = isOpen ? [Int(getpid())] : files.holder().map { [$0] } ?? []
            let found = try files.list()
            return try reading(whileOpen: isOpen) { connection in
                InspectedStore(
                    identity: try StoreMetadata(connection).identity,
                    schema: try StoreMigration.schema(on: connection), files: found, holders: holders,
                    saves: try connection.integer("SELECT version FROM granary_store"))
            }
        }
    }
}

extension StoreFiles {
    /// The database and the existing side files.
    fileprivate func list() throws -> [InspectedStore.File] {
        try ([path.path] + path.sideFiles).compactMap { name in
            try FileStatus(name, at: place).map {
                InspectedStore.File(path: name, size: Int64($0.size), isSideFile: name != path.path)
            }
        }
    }

    /// A process that has the database open; `nil` where none is known.
    ///
    /// Every connection holds a shared lock on a byte of the log's index (SQLite's WAL file format, §2.3: the byte
    /// behind the locks), and asking for it changes nothing. Only while this process does not have the file open:
    /// closing the index would drop its locks.
    fileprivate func holder() -> Int? {
        let index = open(path.path + "-shm", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard index >= 0 else { return nil }
        defer { close(index) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 120
        lock.l_len = 9
        guard fcntl(index, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return Int(lock.l_pid)
    }
}
