/// The threads of a stack that may block, for work that holds the open stores.
struct StackWorkers: CommitWorker {
    let stores: StackStores
    let pool: WorkerPool
    let observer: OperationObserver?

    /// The state of the stack.
    var state: StackState { stores.state }

    /// Runs a closure that holds the stores; waits while the stack is suspended, and while the stores of one that
    /// rests open.
    nonisolated(nonsending) func run<R: Sendable>(
        forWriting isWriting: Bool, _ body: @escaping @Sendable (StoreHold, Cancellation) throws -> R
    ) async throws -> R {
        let (holds, pool, cancellation) = (state.holds, pool, Cancellation())
        return try await withTaskCancellationHandler {
            while true {
                try await stores.admit(forWriting: isWriting)
                do {
                    return try await pool.run(until: cancellation) {
                        let hold = try Self.beginHold(holds, isWriting, cancellation)
                        defer { hold.end() }
                        return try body(hold, cancellation)
                    }
                } catch is SuspendedMeanwhile {
                    continue
                } catch let error as GranaryError where error.code.mayMeanLoss {
                    stores.reach.suspect()
                    throw error
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Runs a closure that holds the stores, and calls `receive` with its outcome on the same thread; returns at once.
    ///
    /// If the stack is suspended, rests or has no stores, it calls `elseWait` instead.
    func begin<R: Sendable>(
        forWriting isWriting: Bool, until cancellation: Cancellation,
        _ body: @escaping @Sendable (StoreHold, Cancellation) throws -> R,
        then receive: @escaping @Sendable (Result<R, any Error>) -> Void,
        elseWait: @escaping @Sendable () -> Void
    ) {
        guard state.admitsAtOnce(forWriting: isWriting) else { return elseWait() }
        let (holds, reach) = (state.holds, stores.reach)
        pool.begin(until: cancellation) {
            let hold = try Self.beginHold(holds, isWriting, cancellation)
            defer { hold.end() }
            return try body(hold, cancellation)
        } then: { outcome in
            if case .failure(is SuspendedMeanwhile) = outcome { return elseWait() }
            if case .failure(let error as GranaryError) = outcome, error.code.mayMeanLoss { reach.suspect() }
            receive(outcome)
        }
    }

    /// Runs a commit as a part of the caller's trace.
    nonisolated(nonsending) func run<R: Sendable>(
        _ commit: @escaping @Sendable (StoreHold, Cancellation) throws -> R
    ) async throws -> R {
        guard let observer else { return try await run(forWriting: true, commit) }
        let trace = observer.callerContext
        return try await run(forWriting: true) { hold, cancellation in
            try observer.resume(trace) { try commit(hold, cancellation) }
        }
    }

    private static func beginHold(
        _ holds: StoreHolds, _ isWriting: Bool, _ cancellation: Cancellation
    ) throws -> StoreHold {
        do {
            return try holds.begin(forWriting: isWriting, cancellation)
        } catch GranaryError.Code.suspended {
            throw SuspendedMeanwhile()
        }
    }
}

/// The stack was suspended, or sent to rest, while a unit of work waited for a thread, so it has to wait again.
///
/// An error rather than an optional result, whose metadata each unit of work would look up.
private struct SuspendedMeanwhile: Error {}
