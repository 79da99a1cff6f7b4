#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// A file that is open for reading, until this ends.
final class OpenFile {
    /// How many bytes the file had when it was opened.
    let count: Int
    private let file: Int32
    private let place: StorePlace

    /// Opens a file.
    ///
    /// - Throws: `GranaryError.Code.foreign` for anything but a file; the error of the operating system.
    init(_ path: String, at place: StorePlace) throws {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw place.systemError(errno, doing: "opening a file") }
        var status = stat()
        let isKnown = fstat(file, &status) == 0
        let number = errno
        self.file = file
        self.place = place
        count = isKnown ? max(Int(status.st_size), 0) : 0
        guard isKnown else { throw place.systemError(number, doing: "examining a file") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw place.error(.foreign, "There is something in the directory that is not a file.")
        }
    }

    deinit { close(file) }

    /// A number of bytes from an offset on, or fewer if the file ends before.
    func read(_ count: Int, at start: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var offset = 0
        while offset < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(file, buffer.baseAddress.map { $0 + offset }, count - offset, off_t(start + offset))
            }
            if read < 0 { throw place.systemError(errno, doing: "reading a file") }
            if read == 0 { return Array(bytes.prefix(offset)) }
            offset += read
        }
        return bytes
    }
}
