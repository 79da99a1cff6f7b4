import Granary
import GranaryConformance
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A backend whose stores keep what they hold, and whose door a test shuts: an opening then fails, or waits.
enum DoorBackend: StoreBackend {
    /// What happens to an opening.
    enum Door { case open, shut, waits }

    private struct Place {
        var door = Door.open
        var base: (any Store)?
        var openings = 0
        var closings = 0
        var failsToClose = false
    }

    private static let places: Mutex<[String: Place]> = Mutex([:])

    static let type: StoreType = "door"
    static var capabilities: Capabilities {
        ReferenceBackend.capabilities.subtracting(.staging).union(.persistent)
    }
    static let options: [StoreOption] = []

    // MARK: For tests

    static func set(_ door: Door, at location: String) { change(location) { $0.door = door } }

    static func failToClose(at location: String) { change(location) { $0.failsToClose = true } }

    /// How often a store was opened, or failed to open.
    static func openings(at location: String) -> Int { change(location) { $0.openings } }

    static func closings(at location: String) -> Int { change(location) { $0.closings } }

    static func hasBegunToOpen(_ count: Int, at location: String) async {
        while openings(at: location) < count { await Task.yield() }
    }

    private static func change<R>(_ location: String, _ body: (inout Place) -> R) -> R {
        places.withLock { body(&$0[location, default: Place()]) }
    }

    // MARK: As a backend

    static func location(of configuration: StoreConfiguration) -> String? { configuration.location }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        let location = request.configuration.location ?? ""
        change(location) { $0.openings += 1 }
        while change(location, { $0.door == .waits }) { _ = sched_yield() }
        if change(location, { $0.door == .shut }) { throw GranaryError(.unavailable, "The door is shut.") }
        let base = change(location) { place in
            let base = place.base ?? ReferenceBackend.open(request)
            place.base = base
            return base
        }
        return DoorStore(base, location)
    }

    static func destroy(_ configuration: StoreConfiguration) {
        change(configuration.location ?? "") { $0.base = nil }
    }

    fileprivate static func close(_ location: String) throws {
        let fails = change(location) { place in
            place.closings += 1
            return place.failsToClose
        }
        if fails { throw GranaryError(.io, "The door is stuck.") }
    }
}

private final class DoorStore: Store {
    private let base: any Store
    private let location: String
    let capabilities = DoorBackend.capabilities
    let identity: StoreIdentity

    init(_ base: any Store, _ location: String) {
        self.base = base
        self.location = location
        identity = base.identity
    }

    func makeSession() throws -> any StoreSession { try base.makeSession() }
    func close() throws { try DoorBackend.close(location) }
}
