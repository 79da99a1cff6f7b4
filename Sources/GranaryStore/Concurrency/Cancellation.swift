import Synchronization

/// Passes the cancellation of a task to the engine calls of its unit of work.
@usableFromInline package final class Cancellation: Sendable {
    private let isCancelled = Atomic(false)
    private let interrupters: Mutex<[@Sendable () -> Void]> = Mutex([])

    /// Makes a cancellation that is not requested.
    package init() {}

    /// Interrupts running work and refuses new work.
    package func cancel() {
        // The lock is held while sessions are interrupted, so that none is returned to its store during that.
        interrupters.withLock { interrupters in
            isCancelled.store(true, ordering: .releasing)
            for interrupt in interrupters { interrupt() }
        }
    }

    /// Adds a closure that interrupts a session, or withdraws waiting work.
    ///
    /// - Throws: ``GranaryError/Code/cancelled`` when the task is already cancelled, since nothing would interrupt the
    ///   session then.
    @usableFromInline package func add(_ interrupter: @escaping @Sendable () -> Void) throws {
        interrupters.withLock {
            // A unit of work over one store adds four: for its thread, for its task, for the wait for a session, for the
            // session.
            if $0.isEmpty { $0.reserveCapacity(4) }
            $0.append(interrupter)
        }
        try check()
    }

    /// Forgets the sessions, before they are returned to their stores.
    package func finish() {
        interrupters.withLock { $0 = [] }
    }

    /// - Throws: ``GranaryError/Code/cancelled`` once the task is cancelled.
    package func check() throws {
        if isCancelled.load(ordering: .acquiring) { throw Self.error }
    }

    /// The error of a cancelled task.
    @usableFromInline package static var error: GranaryError {
        GranaryError(.cancelled, "The task was cancelled; what it had not saved is rolled back.")
    }
}
