/// An action from the view of its queue: the closure until it begins, its outcome, and the tasks that wait for that.
final class ActionRecord: Sendable {
    private struct Contents {
        var state = ActionState.waiting
        var outcome: ActionOutcome?
        /// Whether the events have reported the outcome.
        var isTold = false
        /// The error of the closure, also where it counts as a cancellation.
        var error: (any Error)?
        var isCancelled = false
        var progress = ActionProgress()
        var statistics = ContextStatistics()
        /// When the closure began, and when the action ended.
        var began: Duration?
        var ended: Duration?
        /// Begins to carry the action out; `nil` once it is started.
        var work: Work?
        /// The task in which it waits or runs, if it needs one.
        var task: Task<Void, Never>?
    }

    /// Begins to carry an action out, and calls a closure when it is over.
    typealias Work = @Sendable (_ next: @escaping @Sendable () -> Void) -> Void

    let number: Int
    let name: String
    let queue: ActionQueue
    /// Interrupts the closure's requests to the stores, or withdraws the action from the threads that it waits for.
    let cancellation = Cancellation()
    private let time: ElapsedTime
    private let submitted: Duration
    private let priority: TaskPriority
    private let events: EventChannel<ActionEvent>
    /// Notes when it ends; `nil` if nobody asks for that.
    private let lastUse: LastUse?
    private let contents = WatchedState(Contents())

    /// Makes a waiting action; its time starts at once, and its priority is that of the calling task.
    init(
        _ number: Int, named name: String, in queue: ActionQueue, _ time: ElapsedTime,
        _ events: EventChannel<ActionEvent>, noting lastUse: LastUse?
    ) {
        self.number = number
        self.name = name
        self.queue = queue
        self.time = time
        self.events = events
        self.lastUse = lastUse
        submitted = time.now
        priority = Task.currentPriority
    }

    // MARK: Reading

    var state: ActionState { contents.withLock { $0.state } }
    var outcome: ActionOutcome? { contents.withLock { $0.outcome } }
    var isCancelled: Bool { contents.withLock { $0.isCancelled } }
    /// The error of the closure.
    var error: (any Error)? { contents.withLock { $0.error } }

    var progress: ActionProgress {
        get { contents.withLock { $0.progress } }
        set { contents.withLock { $0.progress = newValue } }
    }

    var statistics: ActionStatistics {
        let now = time.now
        return contents.withLock { statistics($0, now) }
    }

    private func statistics(_ contents: Contents, _ now: Duration) -> ActionStatistics {
        var statistics = ActionStatistics()
        let end = contents.ended ?? now
        statistics.waitingTime = (contents.began ?? end) - submitted
        statistics.runningTime = contents.began.map { end - $0 } ?? .zero
        statistics.work = contents.statistics
        return statistics
    }

    // MARK: Carrying out

    /// Sets the closure that starts the action, unless the action is over.
    func prepare(_ work: @escaping Work) {
        contents.withLock { contents in
            if contents.state == .waiting { contents.work = work }
        }
    }

    /// Begins to carry the action out; the closure is called when it is over.
    func start(then next: @escaping @Sendable () -> Void) {
        let work = contents.withLock { contents in
            defer { contents.work = nil }
            return contents.work
        }
        // In a task, because the next action of a long queue that was cancelled would be started from here.
        guard let work else { return runInTask { next() } }
        work(next)
    }

    /// Runs the action's asynchronous work in a task, which ``cancel()`` cancels.
    func runInTask(_ body: @escaping @Sendable () async -> Void) {
        // The task is known before its closure can run, so that an action that cancels itself is cancelled at once.
        contents.withLock { contents in
            let task = Task.detached(priority: priority) { await body() }
            if contents.state != .finished { contents.task = task }
            if contents.isCancelled { task.cancel() }
        }
    }

    /// Records that the closure begins, for the first time or again.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``, or the error that the action has failed with: the closure must not
    ///   run then.
    func begin() throws {
        let now = time.now
        let first: ActionStatistics? = try contents.withLock { contents in
            if contents.isCancelled { throw Cancellation.error }
            if let error = contents.outcome?.error { throw error }
            if contents.state == .running { return nil }
            contents.state = .running
            contents.began = now
            return statistics(contents, now)
        }
        if let first { tell(.started, first) }
    }

    /// Adds the statistics of a run of the closure.
    func add(_ statistics: ContextStatistics) {
        contents.withLock { $0.statistics = $0.statistics + statistics }
    }

    /// Cancels the action: a waiting one is over at once, a running one is interrupted.
    func cancel() {
        let (task, isOver) = contents.withLock { contents -> (Task<Void, Never>?, Bool) in
            if contents.state == .finished { return (nil, true) }
            contents.isCancelled = true
            return (contents.task, false)
        }
        if isOver { return }
        end(.cancelled, ifIn: .waiting)
        task?.cancel()
        cancellation.cancel()
    }

    // MARK: The end

    /// Ends the action with the error of its closure.
    func end(throwing error: any Error) {
        let isCancelled = contents.withLock { contents in
            contents.error = contents.error ?? error
            return contents.isCancelled
        }
        let wasInterrupted = error is CancellationError || GranaryError.Code.cancelled ~= error
        end(isCancelled || wasInterrupted ? .cancelled : .failed(error))
    }

    /// Ends the action and wakes the tasks that wait for it; does nothing if it is over, or not in the given state.
    func end(_ outcome: ActionOutcome, ifIn state: ActionState? = nil) {
        let now = time.now
        // The closure and the task are released outside the lock, since releasing them can run deinitialisers.
        let ended = contents.withLock { contents -> (old: Contents, statistics: ActionStatistics)? in
            guard contents.state != .finished, contents.state == state ?? contents.state else { return nil }
            let old = contents
            (contents.state, contents.outcome, contents.ended) = (.finished, outcome, now)
            (contents.work, contents.task) = (nil, nil)
            return (old, statistics(contents, now))
        }
        guard let ended else { return }
        lastUse?.note()
        tell(.finished(outcome), ended.statistics)
        contents.change { $0.isTold = true }
    }

    private func tell(_ kind: ActionEvent.Kind, _ statistics: ActionStatistics) {
        events.send { event in
            ActionEvent(
                number: event, action: number, name: name, queue: queue, kind: kind, statistics: statistics)
        }
    }

    /// Waits until the events have reported the end of the action, or the calling task is cancelled.
    nonisolated(nonsending) func finished() async {
        await contents.wait { !$0.isTold }
    }
}
