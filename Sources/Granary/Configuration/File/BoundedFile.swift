#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Reads files of unknown size: checks the size first, and reads no more than asked for.
enum BoundedFile {
    /// The size of an ordinary file in bytes; `nil` for anything else, such as devices and pipes.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The first bytes of a file, also of a pipe; `nil` when it cannot be read.
    static func read(_ path: String, atMost count: Int) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = fread(buffer.baseAddress, 1, count, file)
        }
        return ferror(file) == 0 ? bytes : nil
    }
}
