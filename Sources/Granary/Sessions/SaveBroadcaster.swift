import Synchronization

/// Notifies the contexts of a stack of each other's saves; no context is touched by another one's thread.
package final class SaveBroadcaster: Sendable {
    /// The inboxes of contexts that have not unregistered yet.
    private let inboxes: Mutex<[ObjectIdentifier: SaveInbox]> = Mutex([:])

    private let isEnabled: Bool

    /// Makes a broadcaster; a disabled one delivers nothing.
    package init(isEnabled: Bool = true) { self.isEnabled = isEnabled }

    /// Adds a context's inbox, and keeps it until ``unregister(_:)``.
    package func register(_ inbox: SaveInbox) {
        if isEnabled { inboxes.withLock { $0[ObjectIdentifier(inbox)] = inbox } }
    }

    /// Removes a context's inbox.
    package func unregister(_ inbox: SaveInbox) {
        _ = inboxes.withLock { $0.removeValue(forKey: ObjectIdentifier(inbox)) }
    }

    /// Posts a notice to all inboxes except the sender's; an empty notice is dropped.
    package func post(_ notice: SaveNotice, from sender: SaveInbox?) {
        guard isEnabled, !notice.parts.isEmpty else { return }
        let receivers = inboxes.withLock { Array($0.values) }
        for inbox in receivers where inbox !== sender { inbox.post(notice) }
    }
}
