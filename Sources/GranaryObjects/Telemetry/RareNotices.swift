package import Logging
internal import Synchronization

/// Logs, at level `notice`, what a program did that may be a mistake, once a minute at most for each kind.
package final class RareNotices: Sendable {
    /// What is logged.
    package enum Kind: Sendable {
        /// A unit of work has ended with unsaved changes.
        case forgottenSave
        /// An object was changed that is in no context any more.
        case unheldChange
        /// Work has waited long for a thread.
        case longWait
        /// A save has given up edits, as its merge policy says.
        case givenUpEdit
        /// A fetch has left out a row that cannot be read.
        case skippedRow
    }

    private let time: ElapsedTime
    /// The time of the last notice of each kind, and how many cases there were since then.
    private let last: Mutex<[Kind: (time: Duration, others: Int)]> = Mutex([:])

    /// Makes an object that measures the time between notices.
    package init(_ time: ElapsedTime) { self.time = time }

    /// Records a case in the log of a stack; the closure, which has store and entity and no value, runs only if it is
    /// logged.
    package func record(_ kind: Kind, to logger: Logger, _ text: () -> String) {
        let now = time.now
        let untold: Int? = last.withLock { last in
            if let told = last[kind], now - told.time < .seconds(60) {
                last[kind]?.others += 1
                return nil
            }
            return last.updateValue((now, 0), forKey: kind)?.others ?? 0
        }
        guard let untold else { return }
        let before = untold > 0 ? " There were \(untold) more since the last notice of this kind." : ""
        logger.notice("\(text())\(before)")
    }
}
