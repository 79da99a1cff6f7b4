internal import Tracing

/// Brings an action to a thread of the pool, waits for its stack, and ends it.
///
/// A task that waits is made only for an action that has to wait, or that runs on the main actor. Otherwise it would cost
/// two more thread switches than `perform`, as much as the rest of a small unit of work.
struct ActionRun<Output: Sendable>: Sendable {
    private let action: Action<Output>
    private let stack: PersistentStack
    private let options: ContextOptions
    private let body: @Sendable (Context) throws -> Output
    private let trace: ServiceContext?

    /// Makes the run of an action that belongs to the trace of the caller.
    init(
        _ action: Action<Output>, _ stack: PersistentStack, _ options: ContextOptions,
        _ body: @escaping @Sendable (RunningAction, Context) throws -> Output
    ) {
        self.action = action
        self.stack = stack
        var options = options
        options.measuresTime = true
        self.options = options
        self.body = action.noting(body)
        trace = stack.observer?.callerContext
    }

    private var isWriting: Bool { options.saves == .write }

    /// Begins the action, and calls a closure when it is over; returns at once.
    func begin(then next: @escaping @Sendable () -> Void) {
        if stack.backgroundRoute.base == .mainContext { return runOnMain(then: next) }
        stack.workers.begin(forWriting: isWriting, until: action.record.cancellation) { hold, cancellation in
            try ThreadTask.run(until: cancellation) {
                try UnitOfWork.run(hold, options, cancellation, stack.observer, trace, body)
            }
        } then: { outcome in
            action.end(with: outcome)
            next()
        } elseWait: {
            wait(then: next)
        }
    }

    /// Waits until the stack can take the action, and then begins it.
    private func wait(then next: @escaping @Sendable () -> Void) {
        action.record.runInTask {
            do {
                // A stack that cannot stop in the time allowed continues, and so do its actions.
                await stack.state.passedStopping()
                try await stack.stores.admit(forWriting: isWriting)
            } catch {
                action.end(with: .failure(error))
                return next()
            }
            begin(then: next)
        }
    }

    /// Runs the action in a child of the main context, according to the stack's strategy.
    private func runOnMain(then next: @escaping @Sendable () -> Void) {
        action.record.runInTask {
            if let observer = stack.observer, let trace {
                await observer.resume(trace) { await performOnMain() }
            } else {
                await performOnMain()
            }
            next()
        }
    }

    private nonisolated(nonsending) func performOnMain() async {
        await stack.state.passedStopping()
        do {
            action.end(with: .success(try await stack.perform(options, body)))
        } catch {
            action.end(with: .failure(error))
        }
    }
}
