internal import Synchronization

/// When somebody last used the stores of a stack.
package final class LastUse: Sendable {
    private let time: ElapsedTime
    private let last: Mutex<Duration>

    /// Begins with a use that ends now.
    ///
    /// - Parameter time: the time by which uses are noted.
    package init(_ time: ElapsedTime) {
        self.time = time
        last = Mutex(time.now)
    }

    /// Notes that a use ends now.
    package func note() {
        let now = time.now
        last.withLock { $0 = now }
    }

    /// When the last use ended.
    package var moment: Duration { last.withLock { $0 } }

    /// How long ago that is.
    package var ago: Duration { time.now - moment }
}
