internal import Synchronization

/// Notifies contexts and observers of saves; no context is touched by another one's thread.
///
/// The broadcaster of a stack tells of saves that reach the stores. A context with children has another one, which
/// tells the children of saves into that context.
package final class SaveBroadcaster: Sendable {
    private let inboxes: Mutex<[ObjectIdentifier: WeakInbox]> = Mutex([:])
    /// The number of the last commit that began.
    private let lastTicket = Atomic<UInt64>(0)
    /// Who is told of the values of saved rows.
    package let observers = SaveObservers()

    private let notifiesContexts: Bool

    /// Makes a broadcaster; one that does not notify contexts still notifies observers.
    package init(notifiesContexts: Bool = true) { self.notifiesContexts = notifiesContexts }

    /// Makes the broadcaster of a context's children.
    package func makeBranch() -> SaveBroadcaster { SaveBroadcaster(notifiesContexts: notifiesContexts) }

    /// Adds a context's inbox.
    package func register(_ inbox: SaveInbox) {
        inboxes.withLock { $0[ObjectIdentifier(inbox)] = WeakInbox(inbox: inbox) }
    }

    /// Removes a context's inbox.
    package func unregister(_ inbox: SaveInbox) {
        _ = inboxes.withLock { $0.removeValue(forKey: ObjectIdentifier(inbox)) }
    }

    /// A number for a commit that is about to begin, larger than every earlier one.
    ///
    /// A snapshot that began before a number was drawn does not include the commit with this number.
    package func drawTicket() -> UInt64 {
        lastTicket.add(1, ordering: .acquiringAndReleasing).newValue
    }

    /// The largest number that was drawn so far.
    package var newestTicket: UInt64 { lastTicket.load(ordering: .acquiring) }

    /// Posts a notice to all inboxes except the sender's, and to the observers; an empty notice is dropped.
    package func post(_ notice: SaveNotice, from sender: SaveInbox?) {
        if notice.parts.isEmpty { return }
        if notifiesContexts {
            let receivers = inboxes.withLock { $0.values.compactMap(\.inbox) }
            for inbox in receivers where inbox !== sender { inbox.post(notice) }
        }
        observers.post(notice)
    }
}

private struct WeakInbox: Sendable {
    weak let inbox: SaveInbox?
}
