/// What becomes of work that uses a store when the store is to be closed.
///
/// Units of work keep the stores that were open when they began, contexts that a program keeps use them for one
/// operation at a time; new work does not find them any more.
public struct RunningWork: Sendable, Hashable {
    /// How long it may take; `nil` for as long as it takes.
    let limit: Duration?
    /// Whether units of work are cancelled.
    let isCancelled: Bool

    /// The store is closed when all of it has ended.
    public static let wait = RunningWork(limit: nil, isCancelled: false)

    /// As ``wait``, but when that takes longer, nothing is closed, and the call throws
    /// ``GranaryError/Code/timeout``.
    public static func wait(upTo limit: Duration) -> RunningWork {
        RunningWork(limit: limit, isCancelled: false)
    }

    /// Units of work are cancelled as if their tasks were; the store is closed when they have ended.
    public static let cancel = RunningWork(limit: nil, isCancelled: true)

    /// When the time is over that work has.
    var deadline: Deadline? {
        limit.map { limit in
            let (seconds, attoseconds) = limit.components
            // A longer time than a year counts as one.
            let whole = Int(min(max(seconds, 0), 31_536_000))
            return Deadline(
                millisecondsFromNow: whole * 1_000 + Int(max(attoseconds, 0) / 1_000_000_000_000_000))
        }
    }
}
