package import Logging
internal import Synchronization

/// Warns in the log of units of work that have ended with unsaved changes, once a minute at most.
package final class ForgottenSaves: Sendable {
    private let time: ElapsedTime
    /// The time of the last warning, and the number of units of work since then.
    private let last: Mutex<(time: Duration?, others: Int)> = Mutex((nil, 0))

    /// Makes an object that measures the time between warnings.
    package init(_ time: ElapsedTime) { self.time = time }

    /// Records a unit of work that has ended with unsaved changes, in the log of its stack; the closure runs only if they
    /// are reported.
    package func record(to logger: Logger, _ changes: () -> [String]) {
        let now = time.now
        let untold: Int? = last.withLock { last in
            if let time = last.time, now - time < .seconds(60) {
                last.others += 1
                return nil
            }
            defer { last = (now, 0) }
            return last.others
        }
        guard let untold else { return }
        let before =
            untold > 0 ? " So did \(untold) other units of work since the last warning of this kind." : ""
        logger.warning(
            "A unit of work ended with unsaved changes, which are lost: \(changes().joined(separator: "; ")). Call `save()` before it ends, or `rollback()` where they are to be dropped.\(before)"
        )
    }
}
