internal import Synchronization

/// What this process knows of the next integer keys of tables; other processes may be further, never behind.
package final class KeyCounters: Sendable {
    private let known: Mutex<[String: Int64]> = Mutex([:])

    /// Makes counters of which nothing is known.
    package init() {}

    /// A number that the table's counter has reached at least.
    package func next(of table: String) -> Int64? { known.withLock { $0[table] } }

    /// Records that a counter has been committed.
    package func note(_ next: Int64, of table: String) {
        known.withLock { $0[table] = max($0[table] ?? .min, next) }
    }
}
