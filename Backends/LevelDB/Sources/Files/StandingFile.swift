#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// A file of an open database that keeps its name for as long as the database is open, by which one sees whether the
/// directory is still the same.
///
/// It is held open, so that no other file gets its number.
final class StandingFile: Sendable {
    private let path: String
    private let file: Int32
    private let device: dev_t
    private let node: ino_t

    /// Holds a file.
    ///
    /// - Throws: the error of the operating system.
    init(_ path: String, at place: StorePlace) throws {
        var status = stat()
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw place.systemError(errno, doing: "opening a file") }
        guard fstat(file, &status) == 0 else {
            let number = errno
            close(file)
            throw place.systemError(number, doing: "examining a file")
        }
        self.path = path
        self.file = file
        device = status.st_dev
        node = status.st_ino
    }

    deinit { close(file) }

    /// Whether the path still leads to the file.
    var isInPlace: Bool { find() == .same }

    /// Looks what the path leads to.
    func find() -> Found {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .nothing }
        return status.st_dev == device && status.st_ino == node ? .same : .another
    }

    /// What a path leads to.
    enum Found { case same, another, nothing }
}
