internal import Synchronization

/// What a live query has not looked at yet.
final class LiveMailbox<M: Model>: SaveObserver {
    /// What has happened since the last look.
    struct News {
        /// The saves of the model's rows in the order of their arrival, each with the number of its commit.
        fileprivate(set) var saves: [(changes: ObservedChanges<M>, ticket: UInt64)] = []
        /// Whether the query has to run again.
        fileprivate(set) var isUnknown = false

        /// Whether nothing has happened.
        var isEmpty: Bool { saves.isEmpty && !isUnknown }
    }

    /// The most rows that wait; beyond them the query runs again.
    private static var limit: Int { 10_000 }

    private struct Waiting {
        var news = News()
        var rows = 0
    }

    private let entity: Int
    /// Whether any save of an observed entity makes the query run again.
    private let repeats: Bool
    private let observers: SaveObservers
    private let waiting: Mutex<Waiting> = Mutex(Waiting())
    private let signal = ObservationSignal()

    /// Registers a mailbox for saves of some entities, of which one is that of the model.
    init(_ entity: Int, with others: Set<Int>, repeats: Bool, _ observers: SaveObservers) {
        self.entity = entity
        self.repeats = repeats
        self.observers = observers
        observers.register(self, of: others.union([entity]))
    }

    deinit { observers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {
        if repeats { return noteUnknown() }
        for part in notice.parts where part.entity == entity {
            switch part.rows {
            case .none: continue
            case .any: noteUnknown()
            case .known(let rows):
                guard let rows = rows as? ObservedChanges<M> else { continue }
                add(rows, notice.ticket)
            }
        }
    }

    func stackDidChange() { signal.set() }

    /// Makes the query run again.
    func noteUnknown() {
        waiting.withLock { waiting in
            waiting = Waiting()
            waiting.news.isUnknown = true
        }
        signal.set()
    }

    private func add(_ changes: ObservedChanges<M>, _ ticket: UInt64) {
        waiting.withLock { waiting in
            if waiting.news.isUnknown { return }
            waiting.news.saves.append((changes, ticket))
            waiting.rows += changes.count
            if waiting.rows > Self.limit {
                waiting = Waiting()
                waiting.news.isUnknown = true
            }
        }
        signal.set()
    }

    /// Removes and returns what has happened.
    func take() -> News {
        waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting.news
        }
    }

    /// Waits until something may have happened, or the stack has changed.
    nonisolated(nonsending) func wait() async { await signal.wait() }
}
