internal import Foundation
internal import Granary

/// A file of batches, each its length, a checksum and its changes as JSON; only its end is written.
struct LogFile {
    private let file: Int32
    private static let beginning = Data("Granary log 1\n".utf8)

    /// Opens a log and passes on every change in it; an unfinished batch at its end is cut off.
    init(_ path: String, isCreated: Bool, _ body: (Change) -> Void) throws {
        if isCreated {
            try? FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isCreated ? O_CREAT : 0), 0o600)
        guard file >= 0 else { throw Self.failure(errno == ENOENT ? .notFound : .denied) }
        do { try read(body) } catch {
            close()
            throw error
        }
    }

    private func read(_ body: (Change) -> Void) throws {
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw Self.failure(.locked) }
        let log = try FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd() ?? Data()
        if log.isEmpty { return try write(Self.beginning, durably: true) }
        guard log.starts(with: Self.beginning) else { throw Self.failure(.foreign) }
        var (rest, end) = (log.dropFirst(Self.beginning.count), Self.beginning.count)
        while let length = Self.number(rest), length <= UInt64(rest.count) {
            let batch = rest.dropFirst(16).prefix(Int(length))
            guard Self.number(rest.dropFirst(8)) == Self.sum(batch),
                let changes = try? JSONDecoder().decode([[Data]].self, from: batch)
            else { break }
            for change in changes where !change.isEmpty {
                body(Change(key: Array(change[0]), value: change.dropFirst().first.map(Array.init)))
            }
            (rest, end) = (rest.dropFirst(16 + batch.count), end + 16 + batch.count)
        }
        if end < log.count, ftruncate(file, off_t(end)) != 0 { throw Self.failure(.io) }
    }

    func append(_ changes: [Change], durably: Bool) throws {
        let batch = try JSONEncoder().encode(
            changes.map { [Data($0.key)] + ($0.value.map { [Data($0)] } ?? []) })
        let head = [UInt64(batch.count), Self.sum(batch)].withUnsafeBytes { Data($0) }
        try write(head + batch, durably: durably)
    }

    func close() { Foundation.close(file) }

    private func write(_ data: Data, durably: Bool) throws {
        let end = lseek(file, 0, SEEK_END)
        let count = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
        if count == data.count, !durably || fsync(file) == 0 { return }
        ftruncate(file, end)
        throw Self.failure(errno == ENOSPC ? .full : .io)
    }

    private static func number(_ data: Data) -> UInt64? {
        data.count < 16 ? nil : data.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }

    private static func sum(_ data: Data) -> UInt64 {
        data.withUnsafeBytes { $0.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    }

    private static func failure(_ code: GranaryError.Code) -> GranaryError {
        GranaryError(code, "The log could not be used; it was left as it is. Look at the path and its disk.")
    }

    /// Removes a log; what is no log is refused and left as it is.
    static func destroy(_ path: String) throws {
        do { try LogFile(path, isCreated: false) { _ in }.close() } catch GranaryError.Code.notFound {
            return
        }
        try remove(path)
    }

    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(.denied) }
    }

    static func moveAside(_ path: String) throws {
        guard rename(path, "\(path).\(UUID())") == 0 else { throw failure(.denied) }
    }
}
