internal import Foundation
internal import GranaryContender
internal import Workload

/// The store files that rounds work on: copies of one empty and one full store that Granary has made.
///
/// So every contender has the same tables and indexes, byte for byte.
final class StoreFiles: Sendable {
    private let directory: URL
    private let empty: URL
    private let full: URL
    private let large: URL
    private let keys: KeyKind
    private let ending: String
    private let count = Counter()

    /// Makes the stores; the ending of their names decides which backend has them.
    init(
        in parent: String, _ keys: KeyKind, _ workload: Workload, ending: String = "sqlite"
    ) async throws {
        directory = URL(fileURLWithPath: parent).appendingPathComponent(
            "granary-benchmarks-\(UUID().uuidString)")
        large = directory.appendingPathComponent("large.\(ending)")
        self.keys = keys
        self.ending = ending
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        empty = directory.appendingPathComponent("empty.\(ending)")
        full = directory.appendingPathComponent("full.\(ending)")
        try await GranaryContender.create(empty.path, keys, filledWith: nil)
        try await GranaryContender.create(full.path, keys, filledWith: workload)
    }

    /// A new copy for an operation; returns its path.
    func copy(for exercise: Exercise) throws -> String {
        let copy = directory.appendingPathComponent("copy-\(count.next()).\(ending)")
        try FileManager.default.copyItem(at: exercise == .insert ? empty : full, to: copy)
        return copy.path
    }

    /// Makes a store with a number of rows; returns its path.
    func makeLarge(_ workload: Workload) async throws -> String {
        try await GranaryContender.create(large.path, keys, filledWith: workload)
        return large.path
    }

    /// Removes a copy with its side files.
    func discard(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Removes everything.
    func remove() { try? FileManager.default.removeItem(at: directory) }
}

/// Numbers for names.
private final class Counter: @unchecked Sendable {  // lock: `lock` guards `value`.
    private let lock = NSLock()
    private var value = 0

    func next() -> Int {
        lock.withLock {
            value += 1
            return value
        }
    }
}
