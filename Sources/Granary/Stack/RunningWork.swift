/// How running work ends before a store is closed.
///
/// Units of work keep the stores that were open when they began; contexts that the program keeps use them for one
/// operation at a time. New work no longer gets the store.
public struct RunningWork: Sendable, Hashable {
    /// The time allowed; `nil` for no limit.
    let limit: Duration?
    /// Whether units of work are cancelled.
    let isCancelled: Bool

    /// Waits until all work has ended, then closes the store.
    public static let wait = RunningWork(limit: nil, isCancelled: false)

    /// Waits as ``wait`` does, up to a time limit; after that nothing is closed, and the call throws
    /// ``GranaryError/Code/timeout``.
    public static func wait(upTo limit: Duration) -> RunningWork {
        RunningWork(limit: limit, isCancelled: false)
    }

    /// Cancels units of work as if their tasks were cancelled, and closes the store when they have ended.
    public static let cancel = RunningWork(limit: nil, isCancelled: true)

    /// Cancels units of work as ``cancel`` does, and waits up to a time limit, after which nothing is closed.
    package static func cancel(upTo limit: Duration) -> RunningWork {
        RunningWork(limit: limit, isCancelled: true)
    }

    /// The end of the time allowed.
    var deadline: Deadline? {
        limit.map { limit in
            let (seconds, attoseconds) = limit.components
            // A limit of more than a year counts as a year.
            let whole = Int(min(max(seconds, 0), 31_536_000))
            return Deadline(
                millisecondsFromNow: whole * 1_000 + Int(max(attoseconds, 0) / 1_000_000_000_000_000))
        }
    }
}
