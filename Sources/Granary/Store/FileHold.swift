#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A process's hold on a file or directory that it is making or removing, by which others tell that it is not
/// abandoned.
///
/// It ends with the process, however that ends. It is a lock of `flock(2)`, which engines do not use.
package final class FileHold: Sendable {
    private let file: Int32
    /// Whether others see the hold: some file systems have no such locks.
    private let isSeen: Bool

    /// Holds what is at a path; `nil` where somebody else does, and where nothing can be opened.
    package init?(_ path: String) {
        file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        isSeen = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0
        guard file >= 0, isSeen || errno != EWOULDBLOCK else { return nil }
    }

    deinit { if file >= 0 { close(file) } }

    /// Whether the path still leads to what was there when the hold began.
    package func isFound(at path: String) -> Bool {
        var (held, present) = (stat(), stat())
        return fstat(file, &held) == 0 && lstat(path, &present) == 0 && held.st_dev == present.st_dev
            && held.st_ino == present.st_ino
    }

    /// Whether nobody else can be at work on what the path leads to; never where there are no such locks.
    package func isAlone(at path: String) -> Bool { isSeen && isFound(at: path) }
}
