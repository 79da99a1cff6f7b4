internal import Synchronization

/// Objects that all requests with an equal key share, and that are released with their last user.
package final class SharedObjects: Sendable {
    private struct Entry {
        weak var object: (any AnyObject & Sendable)?
    }

    private let entries = Mutex<[AnyHashable: Entry]>([:])

    /// Makes a set without shared objects.
    package init() {}

    /// The object for a key, if it is in use, or a new one.
    ///
    /// - Throws: any error from making one.
    /// - Complexity: O(1), and O(objects) each time that their number has doubled.
    package func object<Object: AnyObject & Sendable>(
        for key: some Hashable & Sendable, orMake make: () throws -> Object
    ) rethrows -> Object {
        if let present: Object = entries.withLock({ $0[key]?.object as? Object }) { return present }
        let made = try make()
        return entries.withLock { entries in
            // Another thread may have been faster.
            if let present = entries[key]?.object as? Object { return present }
            if entries.count >= 16, entries.count.nonzeroBitCount == 1 {
                entries = entries.filter { $1.object != nil }
            }
            entries[key] = Entry(object: made)
            return made
        }
    }
}
