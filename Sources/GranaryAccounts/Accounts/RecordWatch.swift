import Granary
import Synchronization

/// Calls a closure when another process may have changed records of accounts, one call at a time.
///
/// It learns of that where the store of the users follows others (``StoreConfiguration/followsOthers``).
final class RecordWatch: SaveObserver {
    private struct Contents: Sendable {
        var look: (@Sendable () async -> Void)?
        var isLooking = false
        /// Whether there was something to see since the last look began.
        var isWanted = false
    }

    private let stack: PersistentStack
    private let entity: Int?
    private let contents = Mutex(Contents())

    /// Makes one for the stack of the shared stores; nothing is watched yet.
    init(_ stack: PersistentStack) {
        self.stack = stack
        entity = stack.schema.entity(of: AccountRecord.self)?.index
    }

    deinit { end() }

    /// Begins to watch.
    func begin(_ look: @escaping @Sendable () async -> Void) {
        guard let entity else { return }
        contents.withLock { $0.look = look }
        stack.broadcaster.followers.register(self, of: [entity])
    }

    /// Ends it.
    func end() { stack.broadcaster.followers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {
        // What this process saves is known row by row.
        guard notice.parts.contains(where: { $0.entity == entity && $0.isWhole }) else { return }
        let begins = contents.withLock { contents in
            contents.isWanted = true
            defer { contents.isLooking = true }
            return !contents.isLooking
        }
        if begins { Task.detached { [weak self] in while let look = self?.next() { await look() } } }
    }

    func stackDidChange() {}

    /// What is to be called next; `nil` if there is nothing to see.
    private func next() -> (@Sendable () async -> Void)? {
        contents.withLock { contents in
            contents.isLooking = contents.isWanted
            contents.isWanted = false
            return contents.isLooking ? contents.look : nil
        }
    }
}
