/// An action from the view of its closure.
public struct RunningAction: Sendable {
    private let record: ActionRecord

    init(_ record: ActionRecord) { self.record = record }

    /// The number of the action among those of its stack.
    public var number: Int { record.number }
    /// The name that the action was given; empty without one.
    public var name: String { record.name }
    /// The queue of the action.
    public var queue: ActionQueue { record.queue }

    /// The progress of the action; the closure sets it, and ``Action/progress`` shows it.
    public var progress: ActionProgress {
        get { record.progress }
        nonmutating set { record.progress = newValue }
    }

    /// Whether the action was cancelled.
    public var isCancelled: Bool { record.isCancelled }

    /// Throws if the action was cancelled, for closures that work long without a request to a store.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``.
    public func checkCancellation() throws {
        if record.isCancelled { throw Cancellation.error }
    }

    /// Cancels the action: the next request to a store throws ``GranaryError/Code/cancelled``.
    ///
    /// If the closure still returns, the action has succeeded.
    public func cancel() { record.cancel() }
}
