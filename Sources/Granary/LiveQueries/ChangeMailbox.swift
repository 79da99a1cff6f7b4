internal import Synchronization

/// The saves of one model that a reader has not read yet.
final class ChangeMailbox<M: Model>: SaveObserver {
    private struct Waiting {
        var changes: [SavedChange<M>] = []
        var rows = 0
    }

    /// The most rows that wait; beyond them the mailbox only says that any row may have changed.
    private static var limit: Int { 10_000 }

    private let entity: Entity
    private let observers: SaveObservers
    private let waiting: Mutex<Waiting> = Mutex(Waiting())
    private let signal = ObservationSignal()

    /// Registers a mailbox for saves of an entity.
    init(_ entity: Entity, _ observers: SaveObservers) {
        self.entity = entity
        self.observers = observers
        observers.register(self, of: [entity.index])
    }

    deinit { observers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {
        for part in notice.parts where part.entity == entity.index {
            switch part.rows {
            case .none: continue
            case .any: add(SavedChange(wholeOf: entity, notice.author))
            case .known(let rows):
                guard let rows = rows as? ObservedChanges<M> else { continue }
                add(SavedChange(rows, of: entity, notice.author))
            }
        }
    }

    func stackDidChange() { signal.set() }

    private func add(_ change: SavedChange<M>) {
        if change.isEmpty { return }
        waiting.withLock { waiting in
            // A whole change says all that could follow it.
            if change.isWhole, let last = waiting.changes.last, last.isWhole { return }
            waiting.changes.append(change)
            waiting.rows += max(change.count, 1)
            if waiting.rows > Self.limit {
                waiting = Waiting(changes: [SavedChange(wholeOf: entity, nil)], rows: 1)
            }
        }
        signal.set()
    }

    /// Removes and returns the next change that waits.
    func take() -> SavedChange<M>? {
        waiting.withLock { waiting in
            guard let first = waiting.changes.first else { return nil }
            waiting.changes.removeFirst()
            waiting.rows -= max(first.count, 1)
            return first
        }
    }

    /// Waits until there may be a change to take, or the stack has changed.
    nonisolated(nonsending) func wait() async { await signal.wait() }
}
