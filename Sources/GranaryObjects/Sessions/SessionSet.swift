/// The sessions of a context with its stores.
///
/// The context uses them while it holds its stores. Between operations, a thread that closes a store may end them.
final class SessionSet: @unchecked Sendable {  // lock: that of the `StoreHold`, or its use by the context.
    /// The sessions made so far, by the position of the store.
    @exclusivity(unchecked) var sessions: [(any StoreSession)?] = []

    /// Starts again, with places for the sessions with some stores.
    func begin(with count: Int) {
        sessions.removeAll()
        // `Array(repeating:count:)` looks up the metadata of its storage at each call.
        sessions.append(contentsOf: repeatElement(nil, count: count))
    }

    /// Ends the session with every store.
    func end() {
        for index in sessions.indices {
            sessions[index]?.end()
            sessions[index] = nil
        }
    }
}
