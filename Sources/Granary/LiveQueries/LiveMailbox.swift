internal import DequeModule

/// The saves that a live query has not processed yet.
final class LiveMailbox<M: Model>: SaveObserver {
    /// The events since the last call.
    struct News {
        /// The saves of the model's rows in the order of their arrival.
        fileprivate(set) var saves: [LiveSave<M>] = []
        /// Whether the query has to run again.
        fileprivate(set) var isUnknown = false
        /// Whether it then combines saves that the reader has asked for one by one.
        fileprivate(set) var hasOverflowed = false

        /// Whether nothing has happened.
        var isEmpty: Bool { saves.isEmpty && !isUnknown }
    }

    /// The most rows that wait; beyond them the query runs again.
    private static var limit: Int { 10_000 }

    private struct Waiting {
        var saves: Deque<LiveSave<M>> = []
        var rows = 0
        var isUnknown = false
        var hasOverflowed = false
        /// How many saves wait as one, because the query has to run again.
        var combined = 0
        /// The smallest ticket of them.
        var firstCombined = UInt64.max
        /// How often the stack has changed.
        var stackChanges = 0
        /// How often a reader has finished its work.
        var finishedReaders = 0

        var isEmpty: Bool { saves.isEmpty && !isUnknown }

        mutating func invalidate() {
            combined += saves.count
            firstCombined = saves.reduce(firstCombined) { min($0, $1.ticket) }
            (saves, rows, isUnknown) = ([], 0, true)
        }

        /// Notes a save that makes the query run again.
        mutating func invalidate(_ ticket: UInt64) {
            invalidate()
            combined += 1
            firstCombined = min(firstCombined, ticket)
        }
    }

    /// The state of the mailbox at a point in time, to wait for changes since then.
    struct Position: Sendable {
        /// Whether there are events to take.
        let hasNews: Bool
        /// How often the stack had changed.
        let stackChanges: Int
        fileprivate let finishedReaders: Int
    }

    private let entity: Int
    /// Whether the rows of saves are evaluated; if not, any save of an observed entity makes the query run again.
    private let isEvaluated: Bool
    /// The most saves that wait to be taken one by one; `nil` if all are taken at once.
    private let buffer: Int?
    private let observers: SaveObservers
    private let waiting = WatchedState(Waiting())

    /// Registers a mailbox for saves of some entities, including that of the model.
    init(
        _ entity: Int, with others: Set<Int>, evaluator: QueryEvaluator<M>?, _ delivery: LiveDelivery,
        _ observers: SaveObservers
    ) {
        self.observers = observers
        self.entity = entity
        isEvaluated = evaluator != nil
        buffer = delivery.buffer
        observers.register(self, of: others.union([entity]), where: evaluator?.observed)
    }

    deinit { observers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {
        guard isEvaluated else { return invalidate(notice.ticket) }
        for part in notice.parts where part.entity == entity {
            switch part.rows {
            case .none: continue
            case .any: invalidate(notice.ticket)
            case .known(let rows):
                guard let rows = rows as? ObservedChanges<M> else { continue }
                add((rows, notice.ticket, notice.presence(of: entity)))
            }
        }
    }

    func stackDidChange() { waiting.change { $0.stackChanges += 1 } }

    /// Wakes the waiting readers: one of them has finished its work.
    func readerDidFinish() { waiting.change { $0.finishedReaders += 1 } }

    /// Makes the query run again; with `combining`, where each save was asked for, as if too many had waited.
    func invalidate(combining: Bool = false) {
        waiting.change { waiting in
            if combining, buffer != nil { waiting.hasOverflowed = true }
            waiting.invalidate()
        }
    }

    private func invalidate(_ ticket: UInt64) { waiting.change { $0.invalidate(ticket) } }

    private func add(_ save: LiveSave<M>) {
        waiting.change { waiting in
            if waiting.isUnknown { return waiting.invalidate(save.ticket) }
            waiting.saves.append(save)
            waiting.rows += save.changes.count
            if waiting.rows > Self.limit || buffer.map({ waiting.saves.count > $0 }) ?? false {
                waiting.invalidate()
            }
        }
    }

    /// Whether a read of the store in a presence may include saves that still wait, although each is asked for.
    func hasSaves(upTo readVersion: ReadVersion, in presence: StorePresence) -> Bool {
        if buffer == nil { return false }
        return waiting.withLock { waiting in
            waiting.firstCombined <= readVersion.barrier
                || waiting.saves.contains { save in
                    save.presence == presence
                        && (readVersion.number.map { save.changes.number <= $0 }
                            ?? (save.ticket <= readVersion.barrier))
                }
        }
    }

    /// Removes and returns the events; where each save is asked for, one save, unless all are wanted.
    func receive(all isWhole: Bool) -> News {
        waiting.withLock { waiting in
            if isWhole, buffer != nil, waiting.combined > 0 || !waiting.saves.isEmpty {
                waiting.invalidate()
                waiting.hasOverflowed = true
            }
            if buffer != nil, let first = waiting.saves.popFirst() {
                waiting.rows -= first.changes.count
                return News(saves: [first])
            }
            defer {
                (waiting.saves, waiting.rows) = ([], 0)
                (waiting.isUnknown, waiting.hasOverflowed) = (false, false)
                (waiting.combined, waiting.firstCombined) = (0, .max)
            }
            return News(
                saves: Array(waiting.saves), isUnknown: waiting.isUnknown,
                hasOverflowed: waiting.hasOverflowed || buffer != nil && waiting.combined > 1)
        }
    }

    /// The current state, to wait for changes since then.
    var position: Position {
        waiting.withLock {
            Position(hasNews: !$0.isEmpty, stackChanges: $0.stackChanges, finishedReaders: $0.finishedReaders)
        }
    }

    /// Waits until there are events to take, or the stack has changed or a reader has finished since the position.
    nonisolated(nonsending) func waitForNews(since position: Position) async {
        await waiting.wait {
            $0.isEmpty && $0.stackChanges == position.stackChanges
                && $0.finishedReaders == position.finishedReaders
        }
    }

    /// Waits until a reader has finished since the position.
    nonisolated(nonsending) func waitForReader(since position: Position) async {
        await waiting.wait { $0.finishedReaders == position.finishedReaders }
    }
}
