internal import GranaryStore
internal import Synchronization

/// The largest integer key of each table that was reserved or stored, also kept in the store.
///
/// Can be used from any thread.
final class KeyCounters: Sendable {
    private let engine: any KeyValueEngine
    private let last: Mutex<[Int: Int64]> = Mutex([:])
    /// The largest keys that are durably in the store; only used during a commit.
    private let durable: Mutex<[Int: Int64]> = Mutex([:])

    init(_ engine: any KeyValueEngine) { self.engine = engine }

    /// Reserves keys and returns the first; they are never reserved again, even after a crash.
    ///
    /// - Throws: `GranaryError.Code.overflow` if not enough are left.
    func reserve(_ count: Int, of table: TableLayout) throws -> Int64 {
        try last.withLock { last in
            let present = try last[table.id] ?? stored(table)
            let (end, overflow) = present.addingReportingOverflow(Int64(count))
            guard !overflow else {
                throw GranaryError(
                    .overflow, "There are not enough integer keys left for \(table.name).",
                    context: .init(entity: table.name))
            }
            // Written inside the lock: of two reservations the larger number must reach the engine last.
            let batch = try engine.makeBatch()
            Self.put(end, table, batch)
            // This need not be durable: a save that stores one of the keys writes the counter again.
            try batch.commit(durably: false)
            last[table.id] = end
            return present + 1
        }
    }

    /// Commits a batch with the largest keys that it stores, while no session reserves keys.
    ///
    /// A power failure may lose the counter of reserved keys, but must not once a row has one of them. So the first
    /// save after a reservation writes the counter too.
    func commit(_ batch: any KeyValueBatch, largest: [(table: TableLayout, key: Int64)]) throws {
        let open = durable.withLock { durable in
            largest.filter { table, key in durable[table.id].map { key > $0 } ?? true }
        }
        // Once a number as large is durable, a save needs neither the lock nor the counter.
        guard !open.isEmpty else { return try batch.commit(durably: true) }
        let reached = try last.withLock { last in
            var reached: [Int: Int64] = [:]
            for (table, key) in open {
                let number = max(try last[table.id] ?? stored(table), key)
                reached[table.id] = number
                Self.put(number, table, batch)
            }
            try batch.commit(durably: true)
            last.merge(reached) { $1 }
            return reached
        }
        durable.withLock { $0.merge(reached) { $1 } }
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

    /// The engine's key of a table's counter, whose value has eight bytes, highest first.
    static func key(of table: TableLayout) -> [UInt8] { key(of: table.id) }

    /// The same, by the number of the table.
    static func key(of table: Int) -> [UInt8] {
        [KeySpace.metadata] + Array("keys".utf8) + table.twoBytes
    }
}
