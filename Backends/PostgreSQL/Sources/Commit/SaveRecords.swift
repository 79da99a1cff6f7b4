internal import GranaryStore
internal import Synchronization

/// The records of a store's saves that are no longer needed, since their outcome is known; a later save removes one of
/// them.
///
/// They belong to the store, since its connections may serve others.
final class SaveRecords: Sendable {
    private struct State {
        var saves: [SaveIdentifier] = []
        var purged: Deadline?
    }

    private let state: Mutex<State> = Mutex(State())

    /// After how long the records of programs that have ended are looked for again, in milliseconds.
    private static let pause = 3_600_000

    /// Takes the record of an earlier save, which the next one of a session removes; `nil` if each is some session's.
    func take() -> SaveIdentifier? { state.withLock { $0.saves.popLast() } }

    /// Leaves the record of the last save of a session that has ended.
    func leave(_ save: SaveIdentifier) { state.withLock { $0.saves.append(save) } }

    /// Whether the next save should remove the records of programs that have ended; true once, and then from time to
    /// time.
    func isPurgeDue() -> Bool {
        state.withLock { state in
            if let purged = state.purged, purged.millisecondsSince < Self.pause { return false }
            state.purged = Deadline(millisecondsFromNow: 0)
            return true
        }
    }
}
