/// The stores that the stacks which share have open, each of them once.
///
/// A stack that opens, closes, moves or destroys a store claims its place for that time, so that no other stack meets
/// half of a change. A thread that waits for a place holds only places before it, in their order.
final class SharedStores: @unchecked Sendable {  // lock: `monitor` guards the variables below it.
    private struct Entry {
        /// Weak, since a stack that is released without being closed no longer has the store.
        weak var store: SharedStore?
        /// The thread that has claimed the place, and the stack it has claimed it for.
        var owner: (thread: ThreadIdentity, stack: ObjectIdentifier)?
        /// How often it has.
        var depth = 0

        /// Whether the place is neither claimed nor that of an open store.
        var isVoid: Bool { owner == nil && store == nil }
    }

    private static var smallestSweep: Int { 64 }

    /// What these stores have in common, such as connections.
    let resources = SharedResources()
    private let monitor = Monitor()
    private var places: [StorePlace: Entry] = [:]
    /// The number of entries at which the next sweep is due.
    private var sweepThreshold = SharedStores.smallestSweep

    /// The number of places that are remembered.
    var placeCount: Int { monitor.withLock { places.count } }

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

    // MARK: Claims

    /// Claims a place for a stack; waits while another thread has it.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``; ``GranaryError/Code/invalidObject`` if this thread has it for another
    ///   stack.
    func claim(_ place: StorePlace, for stack: SaveBroadcaster, _ cancellation: Cancellation?) throws {
        try cancellation?.add { [monitor] in
            monitor.withLock {}
            monitor.wakeAll()
        }
        try monitor.withLock {
            let stack = ObjectIdentifier(stack)
            while let owner = places[place]?.owner, !owner.thread.isCurrent {
                try cancellation?.check()
                monitor.wait()
            }
            var entry = places[place] ?? Entry()
            if let owner = entry.owner, owner.stack != stack { throw Self.isChangedHere }
            (entry.owner, entry.depth) = ((ThreadIdentity(), stack), entry.depth + 1)
            sweepIfDue()
            places[place] = entry
        }
    }

    /// Releases a place as often as it was claimed.
    func release(_ place: StorePlace) {
        monitor.withLock {
            guard var entry = places[place] else { return }
            entry.depth -= 1
            if entry.depth == 0 { entry.owner = nil }
            places[place] = entry.isVoid ? nil : entry
        }
        monitor.wakeAll()
    }

    /// Forgets, from time to time, the places of stores whose stacks were released without being closed.
    private func sweepIfDue() {
        guard places.count >= sweepThreshold else { return }
        places = places.filter { !$0.value.isVoid }
        sweepThreshold = max(Self.smallestSweep, places.count * 2)
    }

    private static var isChangedHere: GranaryError {
        GranaryError(
            .invalidObject,
            "A change of a store is under way, and what it calls, such as the code of a migration or what records the place of a moved store, cannot open or close this store in another stack. Do that when the change has ended."
        )
    }
}
