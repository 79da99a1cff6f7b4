#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// Makes files that only their owner can use, under any mode mask of the process.
enum PrivateFiles {
    /// Makes an empty file with mode 0600 where there was nothing.
    static func makeFile(_ path: String, at place: StorePlace) throws {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw place.systemError(errno, doing: "making the file") }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0 else { throw place.systemError(errno, doing: "making the file") }
    }

    /// Gives a finished file its final name; false when another file has it already.
    static func publish(_ path: String, as final: String, replacingEmpty: Bool, at place: StorePlace) throws
        -> Bool
    {
        if replacingEmpty {
            guard rename(path, final) == 0 else { throw place.systemError(errno, doing: "naming the file") }
            return true
        }
        // A hard link fails where the name is taken; a rename would replace a file made in between.
        guard link(path, final) == 0 else {
            if errno == EEXIST { return false }
            throw place.systemError(errno, doing: "naming the file")
        }
        unlink(path)
        return true
    }

    /// Makes the names in a directory durable.
    static func synchronizeDirectory(_ path: String, at place: StorePlace) throws {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw place.systemError(errno, doing: "opening the directory") }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else {
            throw place.systemError(errno, doing: "making the directory durable")
        }
    }

    /// Makes the content of a file durable that no engine has open.
    static func synchronize(_ path: String, at place: StorePlace) throws {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw place.systemError(errno, doing: "opening the file") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw place.systemError(errno, doing: "making the file durable") }
    }

    /// Removes a file if there is one.
    static func remove(_ path: String, at place: StorePlace) throws {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw place.systemError(errno, doing: "removing the file")
        }
    }

    /// Gives a file another name in its directory; does nothing if there is none.
    static func move(_ path: String, to other: String, at place: StorePlace) throws {
        guard rename(path, other) == 0 || errno == ENOENT else {
            throw place.systemError(errno, doing: "moving the file aside")
        }
    }
}
