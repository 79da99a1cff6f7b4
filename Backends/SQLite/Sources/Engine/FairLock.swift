internal import GranaryStore
internal import GranarySQL

/// The right to write to a file, given to the threads of this process in the order in which they asked.
///
/// SQLite itself lets writers compete: each sleeps and tries again, so one may starve. Other processes still compete
/// that way, up to the busy timeout.
final class FairLock: @unchecked Sendable {  // lock: every variable is only used inside `monitor`.
    private let monitor = Monitor()
    private var nextTicket: UInt64 = 0
    private var serving: UInt64 = 0
    private var abandoned: Set<UInt64> = []
    private let longestWait: Int

    /// Makes a lock with a longest wait in milliseconds.
    ///
    /// Far longer than a save takes: two stacks of this process that save to the same two files may wait for each
    /// other.
    init(longestWait: Int = 300_000) { self.longestWait = longestWait }

    /// Makes waiting threads check whether they have been interrupted.
    func wakeAll() { monitor.withLock { monitor.wakeAll() } }

    /// Waits for the lock; ``release()`` must follow.
    ///
    /// - Throws: ``GranaryError/Code/cancelled`` when the interruption is requested before the lock is acquired,
    ///   ``GranaryError/Code/locked`` when the lock is not acquired in time.
    func acquire(_ interruption: Interruption) throws {
        let deadline = Deadline(millisecondsFromNow: longestWait)
        try monitor.withLock {
            let ticket = nextTicket
            nextTicket += 1
            while serving != ticket {
                if interruption.isRequested {
                    abandoned.insert(ticket)
                    throw interruption.consumeError()
                }
                guard monitor.wait(until: deadline) || serving == ticket else {
                    abandoned.insert(ticket)
                    throw GranaryError(
                        .locked,
                        "Another save of this process did not end within \(longestWait / 1_000) seconds, or waits for this one; try the unit of work again."
                    )
                }
            }
        }
    }

    /// Passes the lock to the thread that has waited longest.
    func release() {
        monitor.withLock {
            serving += 1
            while abandoned.remove(serving) != nil { serving += 1 }
            monitor.wakeAll()
        }
    }
}
