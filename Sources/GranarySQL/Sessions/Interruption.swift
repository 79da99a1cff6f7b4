public import GranaryStore
internal import Synchronization

/// Runs the statements of a session, and can be interrupted from another thread.
package protocol InterruptibleEngine: Sendable {
    /// Interrupts the running statement, or makes sure that it will be; from any thread, without waiting.
    func interrupt()
}

/// Interrupts the running call of one session from another thread.
///
/// A request stays until a call of the session has thrown because of it. So a request between two statements of a
/// commit, or just before a call, is not lost. It ends with the session: a late request has no effect on the next user
/// of the connection.
@usableFromInline package final class Interruption: Sendable {
    @usableFromInline let flag = InterruptFlag()
    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    private struct State {
        var target: (any InterruptibleEngine)?
        var isEnded = false
        var hasReachedTarget = false
    }

    /// Makes an interruption without a request; `wake` wakes sessions that wait for another one, so that they check
    /// again.
    package init(waking wake: @escaping @Sendable () -> Void = {}) { self.wake = wake }

    /// Whether a call should stop.
    package var isRequested: Bool { flag.isRaised }

    /// Whether the target was asked to interrupt its statement; a server may act on that at any later time.
    package var hasReachedTarget: Bool { state.withLock { $0.hasReachedTarget } }

    /// Requests that the running call stops; from any thread.
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

    /// Sets the engine that works for the session; it has not been interrupted yet.
    package func aim(at target: (any InterruptibleEngine)?) {
        state.withLock {
            $0.target = target
            $0.hasReachedTarget = false
        }
    }

    /// Makes later requests have no effect.
    package func end() {
        state.withLock {
            $0.target = nil
            $0.isEnded = true
        }
    }

    /// Throws if a call should stop; the request is then done.
    @inlinable package func check() throws { try flag.check() }

    /// The error of a failed call; if the engine was interrupted, the request is then done.
    package func answered(by error: any Error) -> any Error {
        GranaryError.Code.cancelled ~= error ? consumeError() : error
    }

    /// The error for an interrupted call; the request is then done.
    package func consumeError() -> GranaryError { flag.consumeError() }
}
