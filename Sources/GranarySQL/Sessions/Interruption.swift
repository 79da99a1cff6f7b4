public import Granary
internal import Synchronization

/// What runs the statements of a session and can be stopped from another thread.
package protocol InterruptibleEngine: Sendable {
    /// Stops what runs, or sees to it; from any thread, and without waiting.
    func interrupt()
}

/// Stops the running call of one session from another thread.
///
/// A request stays until a call of the session has thrown because of it, so one that comes between two statements of
/// a commit, or just before a call, is not lost. It ends with the session: late requests have no effect on whoever uses
/// the connection next.
@usableFromInline package final class Interruption: Sendable {
    @usableFromInline let flag = InterruptFlag()
    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    private struct State {
        var target: (any InterruptibleEngine)?
        var isEnded = false
        var hasReachedTarget = false
    }

    /// Makes an interruption that is not requested; `wake` wakes a session that waits for another one, to check.
    package init(waking wake: @escaping @Sendable () -> Void = {}) { self.wake = wake }

    /// Whether a call should stop.
    package var isRequested: Bool { flag.isRaised }

    /// Whether the target was asked to stop what it runs: a server may act on that at any later moment.
    package var hasReachedTarget: Bool { state.withLock { $0.hasReachedTarget } }

    /// Asks for the running call to stop; from any thread.
    package func request() {
        let isEnded = state.withLock { state in
            if state.isEnded { return true }
            flag.raise()
            if let target = state.target {
                state.hasReachedTarget = true
                // Inside the lock, so that the target is still the session's own.
                target.interrupt()
            }
            return false
        }
        if !isEnded { wake() }
    }

    /// Names what now works for the session; it has not been asked to stop yet.
    package func aim(at target: (any InterruptibleEngine)?) {
        state.withLock {
            $0.target = target
            $0.hasReachedTarget = false
        }
    }

    /// Makes later requests go nowhere.
    package func end() {
        state.withLock {
            $0.target = nil
            $0.isEnded = true
        }
    }

    /// Throws when a call should stop; the request is then answered.
    @inlinable package func check() throws { try flag.check() }

    /// The error of a call that failed: when the engine was interrupted, the request is thereby answered.
    package func answered(by error: any Error) -> any Error {
        GranaryError.Code.cancelled ~= error ? takeError() : error
    }

    /// The error for an interrupted call; the request is then answered.
    package func takeError() -> GranaryError { flag.takeError() }
}
