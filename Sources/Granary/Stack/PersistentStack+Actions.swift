extension PersistentStack {
    /// Carries out work in the background, and returns at once with a handle of it.
    ///
    /// The closure runs as in ``perform(_:_:)`` when the action starts: in its own context, with the stores that are
    /// open then. Actions of one entity run one after the other in the order of the calls, those of different entities
    /// run concurrently, and so do up to ``StackSettings/generalActions`` general ones. All of them share the stack's
    /// worker threads with other units of work. A waiting action takes no thread; it keeps the stack alive.
    ///
    /// ```swift
    /// let action = stack.run(.entity(Flight.self), named: "delays") { action, context in
    ///     let flights = try context.fetch(Flight.all)
    ///     action.progress.total = flights.count
    ///     for flight in flights {
    ///         flight.delay = nil
    ///         action.progress.completed += 1
    ///     }
    ///     try context.save()
    ///     return flights.count
    /// }
    /// let count = try await action.result()
    /// ```
    ///
    /// Errors are reported by ``Action/result()`` and ``actionEvents``: if the stack is not started when the action is
    /// due, the action fails with ``GranaryError/Code/closed``. The closure must not block until another action of its
    /// entity has ended, because that one begins only after it.
    ///
    /// - Parameters:
    ///   - queue: the queue in which the action waits.
    ///   - options: the options of its context; ``backgroundOptions`` by default.
    ///   - name: a name for readers of events.
    ///   - body: the work; it gets the action to set its progress, and a context.
    /// - Returns: the handle of the action.
    @discardableResult
    public func run<R: Sendable>(
        _ queue: ActionQueue, options: ContextOptions? = nil, named name: String = "",
        _ body: @escaping @Sendable (RunningAction, Context) throws -> R
    ) -> Action<R> {
        let action = Action<R>(scheduler.makeRecord(named: name, in: queue))
        if let entity = queue.entity, schema.entity(entity) == nil {
            let message = "\(entity) is not in the schema “\(schema.name)”, so it has no actions."
            action.record.end(.failed(GranaryError(.schema, message, context: .init(entity: entity))))
            return action
        }
        let run = ActionRun(action, self, options ?? backgroundOptions, body)
        scheduler.submit(action.record) { run.begin(then: $0) }
        return action
    }

    /// The queues of the stack's actions, to suspend and resume them.
    public var actions: ActionQueues { ActionQueues(scheduler: scheduler) }

    /// A new stream of the later starts and ends of all actions.
    ///
    /// Events are reported in their order, and nothing waits for a reader. A slow reader gets the newest 4,096; the
    /// numbers of events show the gap. The sequence ends when the stack is closed or destroyed.
    public var actionEvents: AsyncStream<ActionEvent> { scheduler.makeEvents() }

    /// A new stream of later errors in work without a waiting caller, such as merging into the main context.
    ///
    /// These failures are logged too. Nothing waits for a reader. A slow reader gets the newest 256; the numbers of
    /// errors show the gap. The sequence ends when the stack is closed or destroyed.
    public var errors: AsyncStream<UnattendedError> { unattended.makeStream() }
}
