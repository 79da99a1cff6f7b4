internal import GranaryStore

/// Gives each file of this process to one thread at a time.
final class FileLocks: @unchecked Sendable {  // lock: `locked` is only used inside `monitor`.
    /// The locked item: a name, for any file that has it, or a file, under any of its names.
    enum Place: Hashable {
        case name(StorePath)
        case file(FileIdentity)
    }

    private let monitor = Monitor()
    private var locked: Set<Place> = []

    /// Runs a body while no other thread has any of some stores' files.
    func with<R>(_ stores: [StorePath], _ body: () throws -> R) rethrows -> R {
        let places = lock(stores)
        defer { unlock(places) }
        return try body()
    }

    private func lock(_ stores: [StorePath]) -> Set<Place> {
        while true {
            let places = Self.places(of: stores)
            monitor.withLock {
                // All at once, so that no two threads wait for each other.
                while !locked.isDisjoint(with: places) { monitor.wait() }
                locked.formUnion(places)
            }
            // The thread before may have given the name to another file.
            if places == Self.places(of: stores) { return places }
            unlock(places)
        }
    }

    private func unlock(_ places: Set<Place>) {
        monitor.withLock {
            locked.subtract(places)
            monitor.wakeAll()
        }
    }

    private static func places(of stores: [StorePath]) -> Set<Place> {
        var places: Set<Place> = []
        for store in stores {
            places.insert(.name(store.owner))
            // If it cannot be checked, the work with it reports that.
            if let file = try? FileStatus(store.path, at: StorePlace(.sqlite, store: "", path: store.path)) {
                places.insert(.file(file.identity))
            }
        }
        return places
    }
}
