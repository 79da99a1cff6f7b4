import Synchronization

/// Notifies the contexts of a stack of each other's saves; no context is touched by another one's thread.
package final class SaveBroadcaster: Sendable {
    private let inboxes: Mutex<[ObjectIdentifier: WeakInbox]> = Mutex([:])

    private let isEnabled: Bool

    /// Makes a broadcaster; a disabled one delivers nothing.
    package init(isEnabled: Bool = true) { self.isEnabled = isEnabled }

    /// Adds a context's inbox.
    package func register(_ inbox: SaveInbox) {
        inboxes.withLock { $0[ObjectIdentifier(inbox)] = WeakInbox(inbox: inbox) }
    }

    /// Removes a context's inbox.
    package func unregister(_ inbox: SaveInbox) {
        _ = inboxes.withLock { $0.removeValue(forKey: ObjectIdentifier(inbox)) }
    }

    /// Posts a notice to all inboxes except the sender's; an empty notice is dropped.
    package func post(_ notice: SaveNotice, from sender: SaveInbox?) {
        guard isEnabled, !notice.parts.isEmpty else { return }
        let receivers = inboxes.withLock { $0.values.compactMap(\.inbox) }
        for inbox in receivers where inbox !== sender { inbox.post(notice) }
    }
}

private struct WeakInbox: Sendable {
    weak let inbox: SaveInbox?
}
