/// The sessions of a context with its stores.
///
/// The context uses them while it holds its stores. Between operations, a thread that closes a store may end them.
final class SessionSet: @unchecked Sendable {  // lock: that of the `StoreHold`, or its use by the context.
    /// The sessions made so far, by the position of the store.
    @exclusivity(unchecked) var sessions: [(any StoreSession)?] = []

    /// Ends the session with every store.
    func end() {
        for index in sessions.indices {
            sessions[index]?.end()
            sessions[index] = nil
        }
    }
}
