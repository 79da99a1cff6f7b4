internal import Synchronization

/// A handle of work that a stack carries out: its progress, its statistics, and its outcome.
///
/// `PersistentStack.run` makes one and returns at once. Releasing the handle changes nothing: the action still runs.
/// Can be used from any thread.
public final class Action<Output: Sendable>: Sendable {
    let record: ActionRecord
    private let output: Mutex<Output?> = Mutex(nil)

    init(_ record: ActionRecord) { self.record = record }

    /// The number of the action among those of its stack, in the order of their submission.
    public var number: Int { record.number }
    /// The name that the action was given; empty without one.
    public var name: String { record.name }
    /// The queue of the action.
    public var queue: ActionQueue { record.queue }
    /// Whether the action waits, runs or has finished; never waits.
    public var state: ActionState { record.state }
    /// How the action has ended; `nil` until then.
    public var outcome: ActionOutcome? { record.outcome }
    /// The progress of the action, as set by its closure.
    public var progress: ActionProgress { record.progress }
    /// How long the action has waited and run so far, and its requests to the stores.
    public var statistics: ActionStatistics { record.statistics }

    /// Cancels the action: if it waits, it never runs; if it runs, its request to a store is interrupted.
    ///
    /// If the closure throws after that, the action is cancelled, whichever error it throws. If it returns, the action
    /// has succeeded. Does nothing if the action is over.
    public func cancel() { record.cancel() }

    /// Waits until the action is over, and returns the result of its closure.
    ///
    /// Any number of tasks can wait. If the calling task is cancelled, only its waiting ends; the action continues.
    ///
    /// - Throws: the closure's error; ``GranaryError/Code/cancelled`` if the action or the calling task was cancelled,
    ///   with the closure's error as its cause; ``GranaryError/Code/closed`` and ``GranaryError/Code/destroyed`` if the
    ///   stack ended first; ``GranaryError/Code/schema`` for a queue of a model that the stack does not have.
    @discardableResult
    public nonisolated(nonsending) func result() async throws -> Output {
        await record.finished()
        switch record.outcome {
        case .succeeded:
            if let output = output.withLock({ $0 }) { return output }
            throw GranaryError(.engine, "The action has succeeded without a result.")
        case .failed(let error):
            throw error
        case .cancelled:
            throw GranaryError(
                .cancelled, "The action was cancelled; what it had not saved is rolled back.",
                cause: record.error)
        case nil:
            throw GranaryError(
                .cancelled, "The task that waited for an action was cancelled; the action goes on.")
        }
    }

    /// Wraps the closure so that the action records its start and the statistics of its context.
    func noting(
        _ body: @escaping @Sendable (RunningAction, Context) throws -> Output
    ) -> @Sendable (Context) throws -> Output {
        { [record] context in
            try record.begin()
            defer { record.add(context.statistics) }
            return try body(RunningAction(record), context)
        }
    }

    /// Ends the action with the result of its closure.
    func end(with outcome: Result<Output, any Error>) {
        switch outcome {
        case .success(let value):
            output.withLock { $0 = value }
            record.end(.succeeded)
        case .failure(let error):
            record.end(throwing: error)
        }
    }
}
