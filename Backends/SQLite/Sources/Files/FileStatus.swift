#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// The status of a file, found without opening it.
///
/// Opening and closing a database file behind the engine's back would drop the locks that this process holds on it
/// (POSIX locks belong to process and file), so files are checked this way first.
struct FileStatus {
    /// The identity of the file, regardless of its name.
    let identity: FileIdentity
    /// Whether it is an ordinary file.
    let isRegular: Bool
    /// Whether it is a symbolic link.
    let isLink: Bool
    /// Its length in bytes.
    let size: Int
    /// When its content was changed last, in nanoseconds since 1970, as exactly as the file system notes it.
    let modified: Int64

    /// Examines a path; `nil` if it leads nowhere.
    init?(_ path: String, at place: StorePlace) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw place.systemError(errno, doing: "examining the file")
        }
        identity = FileIdentity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isLink = status.st_mode & S_IFMT == S_IFLNK
        size = Int(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }
}

extension StorePath {
    /// Throws when the path of the database no longer leads to a file.
    func require(_ identity: FileIdentity, at place: StorePlace) throws {
        let found = try FileStatus(path, at: place)?.identity
        if found != identity { throw place.lostWhileOpen("file", isReplaced: found != nil) }
    }
}
