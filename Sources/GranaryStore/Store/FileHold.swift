#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A lock on a file or directory that this process creates or removes, which shows other processes that it is in use.
///
/// It is a lock of `flock(2)`, which no engine uses, and it ends with the process, even in a crash.
package final class FileHold: Sendable {
    private let file: Int32
    /// Whether other processes see the lock: some file systems have no such locks.
    private let isSeen: Bool

    /// Locks the file or directory at a path; `nil` if another process holds it, or if it cannot be opened.
    package init?(_ path: String) {
        file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        isSeen = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0
        guard file >= 0, isSeen || errno != EWOULDBLOCK else { return nil }
    }

    deinit { if file >= 0 { close(file) } }

    /// Whether the path still leads to the same file as when it was locked.
    package func isFound(at path: String) -> Bool {
        var (held, present) = (stat(), stat())
        return fstat(file, &held) == 0 && lstat(path, &present) == 0 && held.st_dev == present.st_dev
            && held.st_ino == present.st_ino
    }

    /// Whether no other process can be using the path; always false on file systems without such locks.
    package func isAlone(at path: String) -> Bool { isSeen && isFound(at: path) }
}
