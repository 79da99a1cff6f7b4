import Synchronization

/// Notifies the contexts of a stack of each other's saves; no context is touched by another one's thread.
package final class SaveBroadcaster: Sendable {
    private struct State {
        var inboxes: [ObjectIdentifier: WeakInbox] = [:]
        var isEnabled: Bool
        /// Which entities were saved while nothing was delivered.
        var missed: SaveNotice?

        var receivers: [SaveInbox] { inboxes.values.compactMap(\.inbox) }
    }

    private let state: Mutex<State>

    /// Makes a broadcaster; a disabled one delivers nothing.
    package init(isEnabled: Bool = true) { state = Mutex(State(isEnabled: isEnabled)) }

    /// Whether notices are delivered.
    ///
    /// Once they are again, every context learns which entities were saved meanwhile, and reads their loaded objects again.
    package var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            let (missed, receivers) = state.withLock { state -> (SaveNotice?, [SaveInbox]) in
                state.isEnabled = newValue
                if !newValue { return (nil, []) }
                defer { state.missed = nil }
                return (state.missed, state.receivers)
            }
            guard let missed else { return }
            for inbox in receivers { inbox.post(missed) }
        }
    }

    /// Adds a context's inbox.
    package func register(_ inbox: SaveInbox) {
        state.withLock { $0.inboxes[ObjectIdentifier(inbox)] = WeakInbox(inbox: inbox) }
    }

    /// Removes a context's inbox.
    package func unregister(_ inbox: SaveInbox) {
        _ = state.withLock { $0.inboxes.removeValue(forKey: ObjectIdentifier(inbox)) }
    }

    /// Posts a notice to all inboxes except the sender's; an empty notice is dropped.
    package func post(_ notice: SaveNotice, from sender: SaveInbox?) {
        guard !notice.parts.isEmpty else { return }
        let receivers = state.withLock { state -> [SaveInbox] in
            if state.isEnabled { return state.receivers }
            state.missed = SaveNotice(uniting: [state.missed, notice].compactMap { $0 })
            return []
        }
        for inbox in receivers where inbox !== sender { inbox.post(notice) }
    }
}

private struct WeakInbox: Sendable {
    weak let inbox: SaveInbox?
}
