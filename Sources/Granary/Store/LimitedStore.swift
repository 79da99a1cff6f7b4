internal import Synchronization

/// A store that lets only so many sessions work at a time, so that one may have to be waited for.
///
/// An ability of its own: a store without it makes every session at once, or lets its limit be waited for without
/// end by those that are cancelled.
public protocol LimitedStore: Store {
    /// Makes a session as ``Store/makeSession()`` does, and waits no longer than until the wait is cancelled.
    ///
    /// - Throws: ``SessionWait/error`` once the wait is cancelled.
    func makeSession(_ wait: SessionWait) throws -> any StoreSession
}

/// A wait for a session, which another thread may cancel.
public final class SessionWait: Sendable {
    private struct State {
        var isCancelled = false
        var wake: (@Sendable () -> Void)?
    }

    private let state: Mutex<State> = Mutex(State())

    /// Makes a wait that is not cancelled.
    public init() {}

    /// Whether nobody wants the session any more.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Says how the waiting thread is made to look at ``isCancelled``; a store calls it before it looks there and
    /// waits, in one lock with both.
    ///
    /// The closure is called from another thread, without that lock.
    public func onCancel(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    /// Ends the wait; without effect on a session that has been made.
    public func cancel() {
        let wake = state.withLock { state in
            state.isCancelled = true
            return state.wake
        }
        wake?()
    }

    /// What a store throws when the wait is cancelled.
    public var error: GranaryError {
        GranaryError(.cancelled, "The task was cancelled while it waited for a session of the store.")
    }
}
