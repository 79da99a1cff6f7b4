/// The stores that the stacks which share have open, each of them once.
///
/// Whoever opens, closes, moves or destroys a store claims its place for that time, so that no other stack meets half of
/// a change. A thread that waits for a place holds only places before it, in their order.
final class SharedStores: @unchecked Sendable {  // lock: `monitor` guards `places`.
    private struct Entry {
        /// Weak, since a stack that is released without being closed no longer has the store.
        weak var store: SharedStore?
        /// The thread that has claimed the place.
        var owner: ThreadIdentity?
        /// How often it has.
        var depth = 0
    }

    private let monitor = Monitor()
    private var places: [StorePlace: Entry] = [:]

    /// Runs a closure while nobody else opens, closes or changes the stores at some places.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``; errors of the closure.
    func claiming<R>(
        _ places: [StorePlace], _ cancellation: Cancellation? = nil, _ body: () throws -> R
    ) throws -> R {
        var claims = StoreClaims(self, cancellation)
        defer { claims.releaseAll() }
        try claims.claim(places)
        return try body()
    }

    /// The open store at a place that is claimed.
    func store(at place: StorePlace) -> SharedStore? { monitor.withLock { places[place]?.store } }

    /// Notes the store that was opened at a place that is claimed.
    func opened(_ store: SharedStore) {
        monitor.withLock { places[store.place, default: Entry()].store = store }
    }

    /// Notes that the store at a place that is claimed is closed.
    func closed(_ store: SharedStore) {
        monitor.withLock { if places[store.place]?.store === store { places[store.place]?.store = nil } }
    }

    // MARK: Single claims

    /// Claims a place; waits while another thread has it.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``.
    func claim(_ place: StorePlace, _ cancellation: Cancellation?) throws {
        try cancellation?.add { [monitor] in
            monitor.withLock {}
            monitor.wakeAll()
        }
        try monitor.withLock {
            while let owner = places[place]?.owner, !owner.isCurrent {
                try cancellation?.check()
                monitor.wait()
            }
            var entry = places[place] ?? Entry()
            (entry.owner, entry.depth) = (ThreadIdentity(), entry.depth + 1)
            places[place] = entry
        }
    }

    /// Releases a place as often as it was claimed.
    func release(_ place: StorePlace) {
        monitor.withLock {
            guard var entry = places[place] else { return }
            entry.depth -= 1
            if entry.depth == 0 { entry.owner = nil }
            places[place] = entry.depth == 0 && entry.store == nil ? nil : entry
        }
        monitor.wakeAll()
    }
}
