internal import Synchronization

/// What the stores of stacks that share have in common, such as the connections to one server.
///
/// A resource is there as long as a store has it.
package final class SharedResources: Sendable {
    private struct Place {
        weak var resource: (any AnyObject & Sendable)?
    }

    private let places: Mutex<[[String]: Place]> = Mutex([:])

    /// Makes a place for resources.
    package init() {}

    /// The resource under a key, which the closure makes if no store has it.
    ///
    /// The key begins with the name of the backend, so that two do not meet.
    package func resource<R: AnyObject & Sendable>(_ key: [String], _ make: () -> R) -> R {
        places.withLock { places in
            if let present = places[key]?.resource as? R { return present }
            let made = make()
            places = places.filter { $0.value.resource != nil }
            places[key] = Place(resource: made)
            return made
        }
    }
}
