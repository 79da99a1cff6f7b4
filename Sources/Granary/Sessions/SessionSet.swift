/// The sessions that a context has with its stores.
///
/// The context uses them while it holds its stores; between operations whoever closes a store may end them.
final class SessionSet: @unchecked Sendable {  // lock: that of the `StoreHold`, or its use by the context.
    /// The sessions made so far, by the position of the store.
    @exclusivity(unchecked) var sessions: [(any StoreSession)?] = []

    /// Gives the session with every store back.
    func end() {
        for index in sessions.indices {
            sessions[index]?.end()
            sessions[index] = nil
        }
    }
}
