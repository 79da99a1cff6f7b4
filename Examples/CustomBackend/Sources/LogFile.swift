internal import Foundation
internal import GranaryStore

/// A file of batches; only its end is written.
///
/// Before each batch come the number of its bytes, the same number with every bit inverted, and a checksum. So a batch
/// that was cut off is distinguished from one that was damaged.
final class LogFile {
    private let file: Int32, path: String
    /// Whether half a batch stands at the end; a batch written behind it would be lost.
    private var isBroken = false
    private static let beginning = Data("Granary log 2\n".utf8)

    /// Opens a log, which is made unless it is only read, and passes on every change in it.
    init(_ path: String, isReadOnly: Bool, _ body: (Change) -> Void) throws {
        if !isReadOnly {
            try? FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        self.path = path
        file = open(path, (isReadOnly ? O_RDONLY : O_RDWR | O_CREAT) | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.failure(errno == ENOENT ? .notFound : .denied) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw Self.failure(.locked) }
        try read(isReadOnly, body)
    }

    deinit { close(file) }

    /// A batch that was cut off was never acknowledged and is removed; any other damage is an error.
    private func read(_ isReadOnly: Bool, _ body: (Change) -> Void) throws {
        let log = try FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd() ?? Data()
        // A crash while the log was made may have left a part of its beginning.
        if log.count < Self.beginning.count, Self.beginning.starts(with: log) {
            return isReadOnly ? () : try write(Self.beginning.dropFirst(log.count), durably: true)
        }
        guard log.starts(with: Self.beginning) else { throw Self.failure(.foreign) }
        var rest = log.dropFirst(Self.beginning.count)
        while let (count, turned, sum) = Self.head(rest) {
            let batch = rest.dropFirst(24).prefix(Int(clamping: count))
            if turned == ~count, batch.count < count { break }
            guard turned == ~count, sum == Self.sum(batch),
                let changes = try? JSONDecoder().decode([Change].self, from: batch)
            else { throw Self.failure(.corrupt) }
            changes.forEach(body)
            rest = rest.dropFirst(24 + batch.count)
        }
        if isReadOnly || rest.isEmpty || ftruncate(file, off_t(rest.startIndex)) == 0 { return }
        throw Self.failure(.io)
    }

    func append(_ changes: [Change], durably: Bool) throws {
        let batch = try JSONEncoder().encode(changes)
        let count = UInt64(batch.count)
        try write([count, ~count, Self.sum(batch)].withUnsafeBytes { Data($0) } + batch, durably: durably)
    }

    private func write(_ data: Data, durably: Bool) throws {
        try requireInPlace()
        let end = lseek(file, 0, SEEK_END)
        let count = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
        if count == data.count, !durably || fsync(file) == 0 { return }
        let failure = Self.failure(errno == ENOSPC ? .full : .io)
        isBroken = ftruncate(file, end) != 0
        throw failure
    }

    /// Writes into a log that was removed or replaced, or behind half a batch, would be lost.
    func requireInPlace() throws {
        var (here, there) = (stat(), stat())
        let isFound = fstat(file, &here) == 0 && lstat(path, &there) == 0
        let isSame = isFound && here.st_ino == there.st_ino && here.st_dev == there.st_dev
        if isBroken || !isSame { throw Self.failure(.io) }
    }

    private static func head(_ data: Data) -> (UInt64, UInt64, UInt64)? {
        data.count < 24 ? nil : data.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64).self) }
    }

    private static func sum(_ data: Data) -> UInt64 {
        data.withUnsafeBytes { $0.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    }

    static func failure(_ code: GranaryError.Code) -> GranaryError {
        GranaryError(code, "The log could not be used; it was left untouched. Check the path and its disk.")
    }

    /// Removes a log, also a damaged one; a file that is no log is refused and left untouched.
    static func destroy(_ path: String) throws {
        do {
            _ = try LogFile(path, isReadOnly: true) { _ in }
        } catch GranaryError.Code.notFound, GranaryError.Code.corrupt {}
        try clear(path, .delete)
    }

    /// Moves a log aside, or removes it.
    static func clear(_ path: String, _ policy: IncompatibleStorePolicy) throws {
        let result = policy == .moveAside ? rename(path, "\(path).\(UUID())") : unlink(path)
        guard result == 0 || errno == ENOENT else { throw failure(.denied) }
    }
}
