import Synchronization

/// Tells the contexts of a stack what others have saved; nobody touches another's context.
package final class NoticeBoard: Sendable {
    private let mailboxes: Mutex<[ObjectIdentifier: WeakMailbox]> = Mutex([:])

    private let isEnabled: Bool

    /// Makes a board; one that is not enabled delivers nothing.
    package init(isEnabled: Bool = true) { self.isEnabled = isEnabled }

    /// Adds a context's mailbox.
    package func register(_ mailbox: Mailbox) {
        mailboxes.withLock { $0[ObjectIdentifier(mailbox)] = WeakMailbox(mailbox: mailbox) }
    }

    /// Removes a context's mailbox.
    package func unregister(_ mailbox: Mailbox) {
        _ = mailboxes.withLock { $0.removeValue(forKey: ObjectIdentifier(mailbox)) }
    }

    /// Posts a notice to every mailbox but the sender's; one that tells of nothing to none.
    package func post(_ notice: SaveNotice, from sender: Mailbox?) {
        guard isEnabled, !notice.parts.isEmpty else { return }
        let receivers = mailboxes.withLock { $0.values.compactMap(\.mailbox) }
        for mailbox in receivers where mailbox !== sender { mailbox.post(notice) }
    }
}

private struct WeakMailbox: Sendable {
    weak let mailbox: Mailbox?
}
