#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Makes directories that only their owner can use, under any mode mask of the process.
package enum PrivateDirectory {
    /// Makes a directory and its missing parents, each with mode 0700, durably; does nothing if it exists.
    ///
    /// - Throws: ``GranaryError/Code/denied`` if a part of the path is no directory, or is a dangling link; the error
    ///   of the operating system.
    package static func make(_ path: String, at place: StorePlace) throws {
        var missing: [String] = []
        var next = path
        while !next.isEmpty, next != "/", try !isThere(next, place) {
            missing.append(next)
            next = next.halves(atLast: "/")?.before ?? ""
        }
        for directory in missing.reversed() { try makeOne(directory, place) }
    }

    /// Makes a directory in an existing one.
    private static func makeOne(_ path: String, _ place: StorePlace) throws {
        guard mkdir(path, 0o700) == 0 else {
            let number = errno
            // Another process, or thread, may have been faster.
            if number == EEXIST, try isThere(path, place) { return }
            throw failure(number, place)
        }
        guard chmod(path, 0o700) == 0 else { throw failure(errno, place) }
        let above = path.halves(atLast: "/").map { $0.before.isEmpty ? "/" : $0.before } ?? "."
        let directory = open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure(errno, place) }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else { throw failure(errno, place) }
    }

    /// Whether there is a directory at a path, links followed.
    private static func isThere(_ path: String, _ place: StorePlace) throws -> Bool {
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { return true }
            throw failure(ENOTDIR, place)
        }
        guard errno == ENOENT else { throw failure(errno, place) }
        // A name that leads nowhere is a dangling link, such as one to an unmounted disk. No directory can take its
        // place.
        guard lstat(path, &status) != 0 else {
            throw place.error(
                .denied,
                "“\(path)”, a part of the store's path, is a symbolic link that leads nowhere; nothing was made. Mount what it leads to, or correct the location."
            )
        }
        return false
    }

    private static func failure(_ number: Int32, _ place: StorePlace) -> GranaryError {
        place.systemError(number, about: "directory", doing: "making the directory")
    }
}
