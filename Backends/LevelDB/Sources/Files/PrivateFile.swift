#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// Reads and writes whole files, which only their owner can use.
enum PrivateFile {
    /// The suffix of a file that is about to replace another one.
    static let replacementSuffix = ".new"

    /// The content of a file.
    static func read(_ path: String, at place: StorePlace) throws -> [UInt8] {
        let file = try OpenFile(path, at: place)
        return try file.read(file.count, at: 0)
    }

    /// Writes a new file durably.
    static func write(_ bytes: [UInt8], to path: String, at place: StorePlace) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw place.systemError(errno, doing: "making a file") }
        defer { close(file) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Self.write(file, buffer, from: offset)
            }
            guard count > 0 else { throw place.systemError(errno, doing: "writing a file") }
            offset += count
        }
        guard fchmod(file, 0o600) == 0, fsync(file) == 0 else {
            throw place.systemError(errno, doing: "writing a file")
        }
    }

    /// Replaces a file in one step, durably once the directory is synchronized.
    static func replace(_ path: String, with bytes: [UInt8], at place: StorePlace) throws {
        let temporary = path + replacementSuffix
        unlink(temporary)
        try write(bytes, to: temporary, at: place)
        guard rename(temporary, path) == 0 else {
            throw place.systemError(errno, doing: "replacing a file")
        }
    }

    /// Cuts a file off, durably.
    static func cut(_ path: String, to count: Int, at place: StorePlace) throws {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw place.systemError(errno, doing: "opening a file") }
        defer { close(file) }
        guard ftruncate(file, off_t(count)) == 0, fsync(file) == 0 else {
            throw place.systemError(errno, doing: "cutting off a damaged end")
        }
    }

    private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(file, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
        #else
            Musl.write(file, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
        #endif
    }
}
