#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import CLevelDB
internal import GranaryStore

extension StoreDirectory {
    /// Makes the directory and those above it that are missing, each with mode 0700; files made in it later are
    /// for their owner only.
    ///
    /// - Returns: False if another process or thread removed the empty directory before it was ready.
    @discardableResult
    func make() throws -> Bool {
        try makeParent()
        guard mkdir(path, 0o700) == 0 else { throw place.systemError(errno, doing: "making the directory") }
        guard chmod(path, 0o700) == 0 else {
            if errno == ENOENT { return false }
            throw place.systemError(errno, doing: "making the directory")
        }
        // Where there are no access lists, the directory's own mode keeps others out.
        _ = granary_private_files(path)
        return true
    }

    /// Makes the directories above it that are missing.
    func makeParent() throws { try PrivateDirectory.make(parent, at: place) }

    /// Gives the directory the name of another one, which must not exist or be empty; false when it is neither.
    func rename(to other: StoreDirectory) throws -> Bool {
        guard Self.systemRename(path, other.path) == 0 else {
            if errno == EEXIST || errno == ENOTEMPTY { return false }
            throw place.systemError(errno, doing: "naming the directory")
        }
        try other.synchronizeParent()
        return true
    }

    /// Gives two directories each other's names, at once.
    ///
    /// - Throws: `GranaryError.Code.unsupported` on a file system that cannot do that; then nothing was changed.
    func exchange(with other: StoreDirectory) throws {
        guard granary_exchange(path, other.path) == 0 else {
            if errno == EINVAL || errno == ENOSYS {
                throw place.error(
                    .unsupported,
                    "The file system cannot exchange two directories at once, which a migration with code needs. Keep the store on another one."
                )
            }
            throw place.systemError(errno, doing: "exchanging the directories")
        }
        try synchronizeParent()
    }

    /// Whether a name next to this one is that of a directory put aside from here.
    func isKept(_ other: String) -> Bool { other.rest(after: "\(name).").map(TimestampSuffix.isOne) ?? false }

    /// Removes the directory with the files in it, the description last, so that the remains of an interruption are
    /// still recognised as a store.
    ///
    /// - Throws: `GranaryError.Code.foreign` when there is anything that is not a file of a store; then nothing
    ///   was removed.
    func removeAll() throws {
        let (files, lost) = try requireRemovable()
        try lost?.removeAll()
        for name in files.filter({ $0 != Self.description }) + files.filter({ $0 == Self.description }) {
            guard unlink(file(name)) == 0 || errno == ENOENT else {
                throw place.systemError(errno, doing: "removing a file")
            }
        }
        guard rmdir(path) == 0 || errno == ENOENT else {
            throw place.systemError(errno, doing: "removing the directory")
        }
        try synchronizeParent()
    }

    /// The files in the directory, and the directory of those that LevelDB could not read.
    ///
    /// - Throws: `GranaryError.Code.foreign` when there is anything that is not a file of a store.
    @discardableResult
    func requireRemovable() throws -> (files: [String], lost: StoreDirectory?) {
        let names = try names()
        let lost = below(Self.unreadable)
        let hasLost = try names.contains(Self.unreadable) && lost.identity() != nil
        let files = names.filter { !(hasLost && $0 == Self.unreadable) }
        try requireStoreFiles(files)
        return (files, hasLost ? lost : nil)
    }

    /// Throws when one of the names is not that of a store's file, or is that of something else than a file.
    private func requireStoreFiles(_ names: [String]) throws {
        for name in names {
            var status = stat()
            guard lstat(file(name), &status) == 0 else {
                if errno == ENOENT { continue }
                throw place.systemError(errno, doing: "examining a file")
            }
            if StoreFile.isKnown(name), status.st_mode & S_IFMT == S_IFREG { continue }
            throw place.error(
                .foreign,
                "The directory holds something that does not belong to the store; nothing was removed. Move it to another place."
            )
        }
    }

    /// Makes a copy of every file in another directory, which is made.
    func copy(to other: StoreDirectory) throws {
        try other.make()
        try copyFiles(to: other)
    }

    /// Copies every file into another directory, which exists.
    func copyFiles(to other: StoreDirectory) throws {
        try readingListedFiles {
            for name in try names() where name != Self.lock && name != Self.unreadable {
                try PrivateFile.write(
                    PrivateFile.read(file(name), at: place), to: other.file(name), at: place)
            }
        }
        try other.synchronize()
        try other.synchronizeParent()
    }

    /// Gives every file of the directory mode 0600, where no access list has done so.
    func makeFilesPrivate() {
        for name in (try? names()) ?? [] { chmod(file(name), 0o600) }
    }

    /// Makes the names of the files in the directory durable.
    func synchronize() throws { try Self.synchronize(path, place) }

    /// Makes the directory's own name durable.
    func synchronizeParent() throws { try Self.synchronize(parent, place) }

    private static func synchronize(_ path: String, _ place: StorePlace) throws {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw place.systemError(errno, doing: "opening the directory") }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else {
            throw place.systemError(errno, doing: "making the directory durable")
        }
    }

    private static func systemRename(_ old: String, _ new: String) -> Int32 {
        #if canImport(Glibc)
            Glibc.rename(old, new)
        #else
            Musl.rename(old, new)
        #endif
    }

    /// An unused name next to this one: with a word, and the time.
    func unused(_ word: String) throws -> StoreDirectory {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = CivilTime(microseconds: Int64(time.tv_sec) * 1_000_000)
        let stamp =
            [now.year, now.month, now.day].map(Self.padded).joined() + "T"
            + [now.hour, now.minute, now.second].map(Self.padded).joined() + "Z"
        var number = 1
        while true {
            let other = beside("\(name).\(word)\(stamp)\(number == 1 ? "" : "-\(number)")")
            if try other.identity() == nil { return other }
            number += 1
        }
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
