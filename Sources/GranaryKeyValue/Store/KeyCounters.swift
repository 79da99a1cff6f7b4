internal import Granary
internal import Synchronization

/// The largest integer key of each table that was handed out or stored, also in the store itself.
///
/// May be used from any thread.
final class KeyCounters: Sendable {
    private let engine: any KeyValueEngine
    private let last: Mutex<[Int: Int64]> = Mutex([:])

    init(_ engine: any KeyValueEngine) { self.engine = engine }

    /// Reserves keys and returns the first; they are never handed out again, also after a crash.
    ///
    /// - Throws: `GranaryError.Code.overflow` when there are not enough left.
    func reserve(_ count: Int, of table: TableLayout) throws -> Int64 {
        try last.withLock { last in
            let present = try last[table.id] ?? stored(table)
            let (end, overflow) = present.addingReportingOverflow(Int64(count))
            guard !overflow else {
                throw GranaryError(
                    .overflow, "There are not enough integer keys left for \(table.name).",
                    context: .init(entity: table.name))
            }
            let batch = try engine.makeBatch()
            Self.put(end, table, batch)
            // A save that stores one of the keys is durable itself, and comes after this in the log.
            try batch.commit(durably: false)
            last[table.id] = end
            return present + 1
        }
    }

    /// Commits a batch with the largest keys that it stores, while nobody reserves any.
    func commit(_ batch: any KeyValueBatch, largest: [(table: TableLayout, key: Int64)]) throws {
        guard !largest.isEmpty else { return try batch.commit(durably: true) }
        try last.withLock { last in
            var reached = last
            for (table, key) in largest {
                let present = try last[table.id] ?? stored(table)
                reached[table.id] = max(present, key)
                if key > present { Self.put(key, table, batch) }
            }
            try batch.commit(durably: true)
            last = reached
        }
    }

    /// Whether a key is one that was handed out, so that storing it needs no note.
    func covers(_ key: Int64, of table: TableLayout) -> Bool {
        last.withLock { $0[table.id].map { key <= $0 } ?? false }
    }

    private func stored(_ table: TableLayout) throws -> Int64 {
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer()
        guard try Self.key(of: table).withUnsafeBytes({ try view.get($0, into: value) }) else { return 0 }
        guard let number = value.bytes.int64 else { throw table.damagedRecord }
        return number
    }

    private static func put(_ number: Int64, _ table: TableLayout, _ batch: any KeyValueBatch) {
        withUnsafeBytes(of: number.bigEndian) { value in
            key(of: table).withUnsafeBytes { batch.put($0, value) }
        }
    }

    /// Under which key the largest key of a table stands, in eight bytes, the highest first.
    private static func key(of table: TableLayout) -> [UInt8] {
        [KeySpace.metadata] + Array("keys".utf8) + table.id.twoBytes
    }
}
