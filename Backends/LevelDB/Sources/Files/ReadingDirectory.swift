#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// A separate directory for reading a store that must not change: whenever LevelDB opens a database, it begins a log,
/// brings the last one into a table and removes files that it does not need.
///
/// Tables never change, so links replace them; the short rest is copied. The store is locked while it is read.
final class ReadingDirectory: Sendable {
    /// The directory, in that for temporary files.
    let directory: StoreDirectory
    private let lock: ReadingLock?

    /// Makes the directory for a store; each log is used up to a number of bytes, or as a whole without one.
    ///
    /// The logs are listed under the lock: a writer before it may have begun another one.
    ///
    /// - Throws: `GranaryError.Code.locked`; the errors of the operating system, and of looking at the logs.
    init(of store: StoreDirectory, logs: () throws -> [(name: String, length: Int?)]) throws {
        lock = try ReadingLock(store)
        let above = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let name = "granary-reading-" + String(UInt64.random(in: .min ... .max), radix: 16)
        directory = StoreDirectory(
            at: "\(above.begins(with: "/") ? above : "/tmp")/\(name)", store: store.store)
        let place = store.place
        try directory.make()
        do {
            let logs = try logs()
            for name in try store.names() {
                let (from, to) = (store.file(name), directory.file(name))
                if name.ends(with: ".ldb") || name.ends(with: ".sst") {
                    guard symlink(from, to) == 0 else {
                        throw place.systemError(errno, doing: "making a link")
                    }
                } else if let log = logs.first(where: { $0.name == name }) {
                    let bytes = try PrivateFile.read(from, at: place)
                    try PrivateFile.write(Array(bytes.prefix(log.length ?? bytes.count)), to: to, at: place)
                } else if name == "CURRENT" || name.begins(with: "MANIFEST-") {
                    try PrivateFile.write(PrivateFile.read(from, at: place), to: to, at: place)
                }
            }
        } catch {
            remove()
            throw error
        }
    }

    /// Removes the directory; the store may be written again.
    func remove() {
        for name in (try? directory.names()) ?? [] { unlink(directory.file(name)) }
        rmdir(directory.path)
        lock?.release()
    }
}

/// A lock on a store for reading: others may read it too, and nobody may write it.
private final class ReadingLock: Sendable {
    private let file: Int32

    /// Locks a store; `nil` for one without a file for the lock, or on a file system without locks.
    ///
    /// - Throws: `GranaryError.Code.locked`.
    init?(_ store: StoreDirectory) throws {
        let file = open(store.file(StoreDirectory.lock), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(file, F_SETLK, &lock) == 0 else {
            let isHeld = errno == EAGAIN || errno == EACCES
            close(file)
            if !isHeld { return nil }
            try store.requireUnlocked(forReading: true)
            throw store.place.error(
                .locked, "Another process opens the store at this moment. Try again.")
        }
        self.file = file
    }

    func release() { close(file) }
}
