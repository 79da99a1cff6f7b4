/// Admits one session at a time to commit, from its first check to the end, possibly over several calls.
@usableFromInline package final class CommitGate: @unchecked Sendable {  // lock: `monitor`.
    private let monitor = Monitor()
    private var isTaken = false

    /// Makes an open gate.
    package init() {}

    /// Waits until no other session commits: for some seconds at most, or until the flag is raised and ``wakeAll()`` is
    /// called.
    ///
    /// - Throws: ``GranaryError/Code/locked`` when the time has passed, ``GranaryError/Code/cancelled``.
    package func enter(seconds: Int, unless flag: InterruptFlag) throws {
        let deadline = Deadline(millisecondsFromNow: seconds * 1_000)
        try monitor.withLock {
            while isTaken {
                try flag.check()
                guard monitor.wait(until: deadline) || !isTaken else {
                    throw GranaryError(
                        .locked,
                        "Another save of this store did not end within \(seconds) seconds; try the unit of work again."
                    )
                }
            }
            isTaken = true
        }
    }

    /// Admits the next session.
    package func leave() {
        monitor.withLock { isTaken = false }
        monitor.wakeOne()
    }

    /// Makes waiting sessions check their flags.
    package func wakeAll() { monitor.withLock { monitor.wakeAll() } }
}
