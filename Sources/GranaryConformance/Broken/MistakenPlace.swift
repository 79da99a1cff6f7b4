import Granary
import Synchronization

/// Names one place for all stores of a directory, so that stacks which share stores get those of others, and are notified
/// of saves in them.
enum MistakenPlace: StoreBackend {
    static let type: StoreType = "broken-place"
    static var capabilities: Capabilities { ReferenceBackend.capabilities.subtracting(.staging) }
    static var options: [StoreOption] { [] }

    static func location(of configuration: StoreConfiguration) throws -> String? { configuration.location }
    static func open(_ request: StoreOpenRequest) -> any Store { ReferenceBackend.open(request) }
    static func destroy(_ configuration: StoreConfiguration) {}
}

/// Names another place each time it is asked, so that no stack gets the store that others have open.
enum WanderingPlace: StoreBackend {
    private static let asked = Atomic<Int>(0)

    static let type: StoreType = "broken-wandering"
    static var capabilities: Capabilities { ReferenceBackend.capabilities.subtracting(.staging) }
    static var options: [StoreOption] { [] }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        let number = asked.add(1, ordering: .relaxed).newValue
        return try ReferenceBackend.location(of: configuration).map { "\($0) \(number)" }
    }
    static func open(_ request: StoreOpenRequest) -> any Store { ReferenceBackend.open(request) }
    static func destroy(_ configuration: StoreConfiguration) {}
}
