import Synchronization

/// Carries the cancelling of a task into the engine calls of its unit of work.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var interrupters: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State> = Mutex(State())

    /// Makes one that is not cancelled.
    package init() {}

    /// Interrupts what runs and refuses what comes.
    package func cancel() {
        // The lock is held while sessions are interrupted, so that none is given back to its store meanwhile.
        state.withLock { state in
            state.isCancelled = true
            for interrupt in state.interrupters { interrupt() }
        }
    }

    /// Adds what interrupts a session.
    ///
    /// - Throws: ``GranaryError/Code/cancelled`` when the task is cancelled already, since nobody would interrupt
    ///   the session then.
    package func add(_ interrupter: @escaping @Sendable () -> Void) throws {
        state.withLock { $0.interrupters.append(interrupter) }
        try check()
    }

    /// Forgets the sessions, before they are given back to their stores.
    package func finish() {
        state.withLock { $0.interrupters = [] }
    }

    /// - Throws: ``GranaryError/Code/cancelled`` once the task is cancelled.
    package func check() throws {
        if state.withLock({ $0.isCancelled }) { throw Self.error }
    }

    /// What a cancelled task throws.
    static var error: GranaryError {
        GranaryError(.cancelled, "The task was cancelled; what it had not saved is rolled back.")
    }
}
