internal import DequeModule

/// The saves of one model that a reader has not read yet.
final class ChangeMailbox<M: Model>: SaveObserver {
    /// A save that was not read yet.
    private enum Unread {
        case made(SavedChange<M>)
        /// The rows as all observers share them, which the reader makes a change of.
        case shared(ObservedChanges<M>, author: String?)

        var isWhole: Bool { if case .made(let change) = self { change.isWhole } else { false } }

        /// The number of rows, one at least.
        var count: Int {
            switch self {
            case .made(let change): max(change.count, 1)
            case .shared(let rows, _): max(rows.count, 1)
            }
        }
    }

    private struct Waiting {
        var changes: Deque<Unread> = []
        var rows = 0
        /// The number of changes of the mailbox and the stack so far.
        var version = 0
        /// The presence of the store whose saves are reported; `nil` while none has been seen.
        var presence: StorePresence?
        /// Whether others may have saved since the mailbox was made, as the store was not open then.
        var mayHaveMissed = false

        /// Puts a change in front of the others.
        mutating func begin(with change: Unread) {
            changes.prepend(change)
            rows += change.count
        }

        /// Whether saves in a presence are reported; the first one seen is followed.
        mutating func follows(_ present: StorePresence?) -> Bool {
            presence = presence ?? present
            return present == nil || present == presence
        }
    }

    /// The most rows that wait; beyond them the mailbox only says that any row may have changed.
    private static var limit: Int { 10_000 }

    private let entity: Entity
    /// The objects to report, by the bits of their keys; `nil` for all.
    private let keys: Set<KeyBits>?
    /// The properties whose changes are reported.
    private let properties: PropertySet
    private let observers: SaveObservers
    private let waiting = WatchedState(Waiting())

    /// Registers a mailbox for saves of an entity, or of some of its objects and properties, in its current store.
    init(
        _ entity: Entity, only keys: Set<KeyBits>? = nil, in properties: PropertySet = .all,
        _ stack: PersistentStack
    ) {
        self.entity = entity
        self.keys = keys
        self.properties = properties
        observers = stack.broadcaster.observers
        // First, so that the stack does not go to rest after it was asked.
        observers.register(self, of: [entity.index])
        let isAtRest = stack.state.isAtRest
        let present = stack.state.openStores?.presences[entity.index]
        waiting.withLock { waiting in
            waiting.mayHaveMissed = isAtRest && present == nil
            _ = waiting.follows(present)
        }
    }

    deinit { observers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {
        let presence = notice.presence(of: entity.index)
        for part in notice.parts where part.entity == entity.index {
            guard waiting.withLock({ $0.follows(presence) }) else { continue }
            switch part.rows {
            case .none: continue
            case .any: add(.made(SavedChange(wholeOf: entity, notice.author)))
            case .known(let rows):
                guard let rows = rows as? ObservedChanges<M> else { continue }
                if keys == nil, properties == .all {
                    add(.shared(rows, author: notice.author))
                } else {
                    // Here, so that other saves do not wake the reader.
                    let change = SavedChange(rows, of: entity, notice.author, only: keys, in: properties)
                    if !change.isEmpty { add(.made(change)) }
                }
            }
        }
    }

    func stackDidChange() { waiting.change { $0.version += 1 } }

    /// The number of changes of the mailbox and the stack so far, to wait for more.
    var version: Int { waiting.withLock { $0.version } }

    /// Throws if the store in a presence, which is open now, is not the one whose saves are reported.
    ///
    /// - Throws: ``GranaryError/Code/closed``.
    func requireSame(_ present: StorePresence) throws {
        let isSame = waiting.withLock { waiting in
            if waiting.mayHaveMissed {
                waiting.mayHaveMissed = false
                if present.sharers.haveBeenSeveral {
                    waiting.begin(with: .made(SavedChange(wholeOf: entity, nil)))
                }
            }
            return waiting.follows(present)
        }
        if isSame { return }
        throw GranaryError(
            .closed,
            "The store whose saves of \(entity.name) were observed has been detached or stopped; observe the one that is open now.",
            context: .init(entity: entity.name))
    }

    private func add(_ change: Unread) {
        waiting.change { waiting in
            waiting.version += 1
            // A whole change covers everything that could follow it.
            if change.isWhole, let last = waiting.changes.last, last.isWhole { return }
            waiting.changes.append(change)
            waiting.rows += change.count
            if waiting.rows > Self.limit {
                waiting.changes = [.made(SavedChange(wholeOf: entity, nil))]
                waiting.rows = 1
            }
        }
    }

    /// Removes and returns the next change that waits.
    func removeNext() -> SavedChange<M>? {
        while true {
            let first = waiting.withLock { waiting in
                let first = waiting.changes.popFirst()
                waiting.rows -= first?.count ?? 0
                return first
            }
            switch first {
            case nil: return nil
            case .made(let change): return change
            case .shared(let rows, let author):
                let change = SavedChange(rows, of: entity, author)
                // Rows that were written with their former values do not count.
                if !change.isEmpty { return change }
            }
        }
    }

    /// Waits until a save was reported, or the stack has changed, since a version of the mailbox.
    nonisolated(nonsending) func wait(after version: Int) async {
        await waiting.wait { $0.version == version }
    }
}
