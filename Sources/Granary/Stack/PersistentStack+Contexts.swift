extension PersistentStack {
    /// Runs a unit of work in its own context, with the options of ``backgroundOptions``, as ``perform(_:_:)`` does.
    ///
    /// - Throws: as ``perform(_:_:)``.
    public nonisolated(nonsending) func perform<R: Sendable>(
        _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R { try await perform(nil, body) }

    /// Runs a unit of work in its own context, on a thread that may block, and returns its result.
    ///
    /// The closure sees one consistent snapshot of each store until it saves. A conflict is an error unless the options
    /// say otherwise. Changes that the closure does not save are lost, with a notice in the log, once a minute at
    /// most. The result must be `Sendable`, such as values, ``ObjectID`` and snapshots; objects cannot leave.
    /// Cancelling the task interrupts the running statement, and `Task.isCancelled` is true in the closure.
    ///
    /// The unit of work uses the stores that are open when it begins, and they stay open until it ends. While the stack
    /// is suspended, and while one that rests opens its stores, it waits without a thread. A unit of work that does not
    /// save (``ContextOptions/saves``) can begin if the suspension lets reads through.
    ///
    /// - Throws: errors of the closure; the kept error of a relationship that could not be loaded;
    ///   ``GranaryError/Code/closed`` if the stack is not started; ``GranaryError/Code/destroyed``;
    ///   ``GranaryError/Code/cancelled``; errors of a store of a resting stack that cannot be opened: the stack rests on,
    ///   and the next unit of work tries again.
    public nonisolated(nonsending) func perform<R: Sendable>(
        _ options: ContextOptions?, _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        let route = backgroundRoute
        let options = options ?? route.options
        if route.base == .mainContext {
            try await stores.admit(forWriting: options.saves == .write)
            return try await performOnMain(options, body)
        }
        return try await performOnStores(options, body)
    }

    /// Runs a unit of work as ``perform(_:_:)`` does, for a limited time, waiting for a thread included.
    ///
    /// When the time has passed, the unit of work is interrupted as if its task was cancelled: while it waits, in a statement,
    /// and at its next use of the context. Code that uses no context in between is not stopped, and this returns when it has
    /// ended. What it had saved stays. The clock of the stack measures the time.
    ///
    /// - Throws: ``GranaryError/Code/timeout``; else as ``perform(_:_:)``.
    public nonisolated(nonsending) func perform<R: Sendable>(
        _ options: ContextOptions? = nil, timeout: Duration,
        _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        let (clock, hasPassed) = (clock, AtomicSwitch(isOn: false))
        let work = Task { try await perform(options, body) }
        let timer = Task {
            try await clock.sleep(for: timeout)
            hasPassed.isOn = true
            work.cancel()
        }
        defer { timer.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                work.cancel()
            }
        } catch GranaryError.Code.cancelled where hasPassed.isOn && !Task.isCancelled {
            throw GranaryError(
                .timeout,
                "The unit of work took longer than \(timeout), and was interrupted; what it had not saved is rolled back. Try it again, or give it more time."
            )
        }
    }

    /// Runs a unit of work over the stores, regardless of the strategy.
    package nonisolated(nonsending) func performOnStores<R: Sendable>(
        _ options: ContextOptions, _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        let observer = observer
        let trace = observer?.callerContext
        return try await onWorker(forWriting: options.saves == .write) { hold, cancellation in
            try ThreadTask.run(until: cancellation) {
                try UnitOfWork.run(hold, options, cancellation, observer, trace, body)
            }
        }
    }

    /// Runs a closure that holds the stores, on a thread of the pool; waits while the stack is suspended.
    nonisolated(nonsending) func onWorker<R: Sendable>(
        forWriting isWriting: Bool, _ body: @escaping @Sendable (StoreHold, Cancellation) throws -> R
    ) async throws -> R { try await workers.run(forWriting: isWriting, body) }

    /// The threads of the pool, with the stores.
    var workers: StackWorkers { StackWorkers(stores: stores, pool: pool, observer: observer) }

    /// Runs a unit of work in a child of the main context, whose saves go through to the stores.
    @MainActor private func performOnMain<R: Sendable>(
        _ options: ContextOptions, _ body: @Sendable (Context) throws -> R
    ) async throws -> R {
        let main = try mainContext
        await main.passedSaving()
        if Task.isCancelled { throw Cancellation.error }
        var options = options
        options.savesThroughParent = true
        let context = Context(options: options, parent: main)
        defer { context.close() }
        do {
            return try main.holdingStores {
                try reporting(to: observer, Operation(.unitOfWork)) {
                    let result = try body(context)
                    try context.throwKept()
                    context.warnOfForgottenSave()
                    return result
                }
            }
        } catch is CancellationError where Task.isCancelled {
            throw Cancellation.error
        }
    }

    var backgroundRoute: BackgroundRoute {
        var options = ContextOptions()
        options.strictLoading = settings.strictLoading
        return strategy.backgroundRoute(BackgroundRoute(base: .stores, options: options))
    }

    /// The options of a background unit of work that names none.
    public var backgroundOptions: ContextOptions { backgroundRoute.options }

    /// Makes a context for an actor or thread that keeps it; its engine calls block that thread.
    ///
    /// Keep it as long as you use its objects: they do not keep it, and are detached when it is deallocated. Their values
    /// stay readable then; their relationships read as empty, which ``errors`` and the log report. So a function that
    /// returns objects gets its context from the caller.
    ///
    /// From its first read until it saves, refreshes or is deallocated, it holds a snapshot and a session of each store
    /// that it reads, and engines keep the old row versions that a snapshot can read. So release a context that will be
    /// idle for long. An actor that keeps one should run on a ``ContextExecutor``, so that it blocks no thread of
    /// Swift's cooperative pool.
    ///
    /// Each operation uses the stores that are open when it begins. If a store has been detached since, its objects are
    /// detached too; their unsaved changes are lost, with a warning in the log.
    ///
    /// The call opens the stores of a stack that rests, and blocks until they are open. As long as the context exists,
    /// the stack does not rest.
    ///
    /// - Throws: ``GranaryError/Code/closed`` if the stack is not started; ``GranaryError/Code/suspended``;
    ///   ``GranaryError/Code/destroyed``; errors of a store of a resting stack that cannot be opened.
    public func makeContext(_ options: ContextOptions? = nil) throws -> sending Context {
        var options = options ?? backgroundOptions
        options.worker = workers
        return Context(try keptHold(), options: options)
    }

    /// The context of the main actor: it reads the newest state and merges the saves of others.
    ///
    /// Its engine calls block the main thread. Between operations it holds no snapshot and no session of a store,
    /// unless the stack's ``ContextStrategy`` makes it keep a snapshot.
    ///
    /// If others have changed the same property, a save keeps the store's value.
    ///
    /// Each operation uses the stores that are open when it begins, as with a context of ``makeContext(_:)``. Once it was
    /// used, the stack does not rest any more.
    ///
    /// - Throws: ``GranaryError/Code/closed`` if the stack is not started; ``GranaryError/Code/destroyed``;
    ///   ``GranaryError/Code/suspended`` at its first use, and later from its operations; at its first use also errors of
    ///   a store of a resting stack that cannot be opened.
    @MainActor public var mainContext: Context {
        get throws {
            try makeMainContextBox().context(keptHold, mainRoute)
        }
    }
}

extension PersistentStack {
    private var mainRoute: MainContextRoute {
        var options = ContextOptions()
        options.mergePolicy = .storeWins
        options.strictLoading = settings.strictLoading
        // The broadcaster decides whether notices are delivered, since that can change.
        let standard = MainContextRoute(
            base: .stores, readsNewest: true, followsOthers: true, options: options)
        var route = strategy.mainRoute(standard)
        route.options.writing = mainWriting
        route.options.worker = workers
        return route
    }
}
