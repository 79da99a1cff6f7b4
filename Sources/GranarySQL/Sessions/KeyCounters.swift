internal import Synchronization

/// The next integer keys of tables as this process knows them; those of other processes may be larger, never smaller.
package final class KeyCounters: Sendable {
    private let known: Mutex<[String: Int64]> = Mutex([:])

    /// Makes empty counters.
    package init() {}

    /// A lower bound for the counter of a table.
    package func next(of table: String) -> Int64? { known.withLock { $0[table] } }

    /// Notes a committed counter.
    package func record(_ next: Int64, of table: String) {
        // Threads may note two counters in another order than the engine committed them.
        known.withLock { $0[table] = max($0[table] ?? .min, next) }
    }
}
