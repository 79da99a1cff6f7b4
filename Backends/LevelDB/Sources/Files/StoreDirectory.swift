#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import CLevelDB
internal import GranaryStore

/// The directory of one store, and the names of its files.
struct StoreDirectory: Sendable {
    /// The directory above, with symbolic links followed in its existing part.
    let parent: String
    /// The name of the directory.
    let name: String
    /// The name of the store's configuration.
    let store: String

    /// The file that describes a store without having to open it.
    static let description = "GRANARY"
    /// The directory in which LevelDB's repair puts files that it cannot read.
    static let unreadable = "lost"
    /// The file that LevelDB locks.
    static let lock = "LOCK"

    /// The directory of a configuration's store.
    ///
    /// - Throws: `GranaryError.Code.configuration` when a name is not allowed.
    init(_ configuration: StoreConfiguration) throws {
        (parent, name) = try configuration.canonicalPath()
        store = configuration.name
    }

    /// The directory with a canonical path.
    init(at path: String, store: String) {
        let (parent, name) = path.halves(atLast: "/") ?? ("", path)
        self.init(parent: parent.isEmpty ? "/" : parent, name: name, store: store)
    }

    private init(parent: String, name: String, store: String) {
        self.parent = parent
        self.name = name
        self.store = store
    }

    /// The path of the directory.
    var path: String { parent == "/" ? "/\(name)" : "\(parent)/\(name)" }
    /// Which store errors are about.
    var place: StorePlace { StorePlace(.leveldb, store: store, path: path) }
    /// The path of a file in the directory.
    func file(_ name: String) -> String { "\(path)/\(name)" }
    /// Another directory next to this one.
    func beside(_ name: String) -> StoreDirectory {
        StoreDirectory(parent: parent, name: name, store: store)
    }

    /// A directory in this one.
    func below(_ name: String) -> StoreDirectory { StoreDirectory(parent: path, name: name, store: store) }
}

extension StoreDirectory {
    /// Which directory there is; `nil` for nothing.
    ///
    /// - Throws: `GranaryError.Code.denied` for a symbolic link; `GranaryError.Code.foreign` for anything else
    ///   that is no directory.
    func identity() throws -> DirectoryIdentity? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw place.systemError(errno, doing: "examining the directory")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            return DirectoryIdentity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
        case S_IFLNK:
            throw place.error(
                .denied, "The path is a symbolic link; nothing was opened. Name the directory itself.")
        default:
            throw place.error(
                .foreign,
                "The path leads to something that is not a directory; it was left untouched. Name another path."
            )
        }
    }

    /// The names of the directory's entries, in alphabetical order.
    func names() throws -> [String] {
        guard let names = try place.names(in: path, doing: Self.reading) else {
            throw place.systemError(ENOENT, doing: Self.reading)
        }
        return names
    }

    /// The names in the directory above, in alphabetical order; none where that is not there.
    func namesBeside() throws -> [String] { try place.names(in: parent, doing: Self.reading) ?? [] }

    private static let reading = "reading the directory"

    /// How many bytes a file of the directory has, links followed; `nil` for anything but a file, which LevelDB notices
    /// when it reads it.
    func size(of name: String) throws -> UInt64? {
        var status = stat()
        guard stat(file(name), &status) == 0 else {
            let number = errno
            throw place.systemError(number == ENOENT ? ELOOP : number, doing: "examining a table")
        }
        return status.st_mode & S_IFMT == S_IFREG ? UInt64(max(status.st_size, 0)) : nil
    }

    /// Throws when another process has the database open, naming the process if it is known; one that only reads does
    /// not prevent reading.
    ///
    /// Called only while this process does not have it open.
    func requireUnlocked(forReading: Bool = false) throws {
        let holder = granary_lock_holder(file(Self.lock), forReading)
        if holder == 0 { return }
        let number = errno
        if holder < 0, number != 0 { throw place.systemError(number, doing: "asking who has the store open") }
        throw isOpen(in: holder > 0 ? "Process \(holder)" : "Another process")
    }

    /// Runs a closure that reads files which the directory lists, without LevelDB's lock.
    ///
    /// - Throws: `GranaryError.Code.locked` if one is gone, since only a process that has the store open removes files.
    func readingListedFiles<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch GranaryError.Code.notFound {
            throw isOpen(in: "Another process")
        }
    }

    private func isOpen(in process: String) -> GranaryError {
        place.error(
            .locked, "\(process) has the store open, and LevelDB allows one at a time. Close it there first.")
    }
}
