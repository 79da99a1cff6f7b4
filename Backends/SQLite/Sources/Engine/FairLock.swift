internal import Granary

/// The right to write to a file, given to the threads of this process in the order in which they asked.
///
/// SQLite itself lets writers compete: each sleeps and tries again, so one may starve. Other processes still compete
/// that way, up to the busy timeout.
final class FairLock: @unchecked Sendable {  // lock: every variable is only used inside `monitor`.
    private let monitor = Monitor()
    private var nextTicket: UInt64 = 0
    private var serving: UInt64 = 0
    private var abandoned: Set<UInt64> = []

    /// Waits for the turn and runs the body.
    ///
    /// - Throws: ``GranaryError/Code/cancelled`` when the interruption is requested before the turn comes.
    func withLock<R>(_ interruption: Interruption, _ body: () throws -> R) throws -> R {
        try acquire(interruption)
        defer { release() }
        return try body()
    }

    /// Makes waiting threads look whether they have been interrupted.
    func wakeAll() { monitor.withLock { monitor.wakeAll() } }

    private func acquire(_ interruption: Interruption) throws {
        try monitor.withLock {
            let ticket = nextTicket
            nextTicket += 1
            while serving != ticket {
                if interruption.isRequested {
                    abandoned.insert(ticket)
                    throw interruption.takeError()
                }
                monitor.wait()
            }
        }
    }

    private func release() {
        monitor.withLock {
            serving += 1
            while abandoned.remove(serving) != nil { serving += 1 }
            monitor.wakeAll()
        }
    }
}
