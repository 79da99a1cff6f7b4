internal import GranaryStore

/// Gives each file of this process to one thread at a time.
final class FileTurns: @unchecked Sendable {  // lock: `taken` is only used inside `monitor`.
    /// The locked item: a name, for any file that has it, or a file, under any of its names.
    enum Place: Hashable {
        case name(StorePath)
        case file(FileIdentity)
    }

    private let monitor = Monitor()
    private var taken: Set<Place> = []

    /// Runs a body while no other thread has any of some stores' files.
    func with<R>(_ stores: [StorePath], _ body: () throws -> R) rethrows -> R {
        let places = take(stores)
        defer { giveBack(places) }
        return try body()
    }

    private func take(_ stores: [StorePath]) -> Set<Place> {
        while true {
            let places = Self.places(of: stores)
            monitor.withLock {
                // All at once, so that no two threads wait for each other.
                while !taken.isDisjoint(with: places) { monitor.wait() }
                taken.formUnion(places)
            }
            // The thread before may have given the name to another file.
            if places == Self.places(of: stores) { return places }
            giveBack(places)
        }
    }

    private func giveBack(_ places: Set<Place>) {
        monitor.withLock {
            taken.subtract(places)
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
