internal import Synchronization

/// A wait for a session, which another thread may cancel.
public final class SessionWait: Sendable {
    private struct State {
        var isCancelled = false
        var wake: (@Sendable () -> Void)?
    }

    private let state: Mutex<State> = Mutex(State())

    /// Whose session it is; `nil` if that has none with other stores.
    package let holder: SessionHolder?

    /// Makes a wait that is not cancelled.
    public init() { holder = nil }

    /// Makes a wait for a session of a holder.
    package init(for holder: SessionHolder?) { self.holder = holder }

    /// Whether the wait is cancelled.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Sets the closure that wakes the waiting thread, so that it checks ``isCancelled`` again.
    ///
    /// A store calls this, checks `isCancelled` and begins to wait under one lock. The closure is called from another
    /// thread, without that lock.
    public func onCancel(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    /// Cancels the wait; does nothing once the session is made.
    public func cancel() {
        let wake = state.withLock { state in
            state.isCancelled = true
            return state.wake
        }
        wake?()
    }

    /// The error that a store throws when the wait is cancelled.
    public var error: GranaryError {
        GranaryError(.cancelled, "The task was cancelled while it waited for a session of the store.")
    }
}
