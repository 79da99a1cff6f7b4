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

    /// Posts a notice to every mailbox but the sender's.
    package func post(_ notice: SaveNotice, from sender: Mailbox?) {
        guard isEnabled else { return }
        let receivers = mailboxes.withLock { $0.values.compactMap(\.mailbox) }
        for mailbox in receivers where mailbox !== sender { mailbox.post(notice) }
    }
}

private struct WeakMailbox: Sendable {
    weak let mailbox: Mailbox?
}

/// Where a context finds what others have saved.
package final class Mailbox: Sendable {
    private let notices: Mutex<[SaveNotice]> = Mutex([])
    private let onPost: (@Sendable () -> Void)?

    /// Makes a mailbox; `onPost` is called after each notice, on the sender's thread.
    package init(onPost: (@Sendable () -> Void)? = nil) { self.onPost = onPost }

    /// Adds a notice.
    package func post(_ notice: SaveNotice) {
        notices.withLock { $0.append(notice) }
        onPost?()
    }

    /// Gives notices back that could not be taken in, before those that have come since; nobody is called.
    package func putBack(_ taken: [SaveNotice]) { notices.withLock { $0 = taken + $0 } }

    /// Takes every notice.
    package func drain() -> [SaveNotice] {
        notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }
}

/// What one save changed, by entity; the keys are shared by all who read it.
package final class SaveNotice: Sendable {
    /// The changes of one entity.
    package struct Part: Sendable {
        /// The position of the entity in its schema.
        package let entity: Int
        /// The keys of the changed rows.
        package let updated: [KeyBits]
        /// The keys of the deleted rows.
        package let deleted: [KeyBits]
    }

    /// The changes, an entity each.
    package let parts: [Part]

    /// Makes a notice.
    package init(parts: [Part]) { self.parts = parts }
}
