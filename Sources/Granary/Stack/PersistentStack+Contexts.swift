import Synchronization

extension PersistentStack {
    /// Runs a unit of work in a context of its own, on a thread that may block, and returns its result.
    ///
    /// The closure sees one consistent snapshot of each store until it saves; conflicts are errors unless the
    /// options say otherwise. What it does not save is gone. The result must be `Sendable`: values,
    /// ``ObjectID``, snapshots; objects cannot leave. Cancelling the task interrupts the statement that runs.
    ///
    /// - Throws: what the closure throws, an error that was kept because a relationship could not be loaded,
    ///   ``GranaryError/Code/closed`` when the stack is not started, ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func perform<R: Sendable>(
        _ options: ContextOptions? = nil, _ body: @escaping @Sendable (any Context) throws -> R
    ) async throws -> R {
        let coordinator = try coordinator()
        let route = backgroundRoute
        let options = options ?? route.options
        if route.base == .mainContext { return try await performOnMain(options, body) }
        let cancellation = Cancellation()
        let trace = coordinator.observer?.callerContext
        return try await withTaskCancellationHandler {
            try await pool.run(until: cancellation) {
                guard let observer = coordinator.observer, let trace else {
                    return try Self.run(coordinator, options, cancellation, body)
                }
                return try observer.resume(trace) {
                    try observer.observe(Operation(.unitOfWork)) {
                        try Self.run(coordinator, options, cancellation, body)
                    }
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private static func run<R>(
        _ coordinator: StoreCoordinator, _ options: ContextOptions, _ cancellation: Cancellation,
        _ body: (any Context) throws -> R
    ) throws -> R {
        var left = max(options.retries, 0)
        defer { cancellation.finish() }
        while true {
            try cancellation.check()
            let context = ManagedContext(
                coordinator: coordinator, options: options, cancellation: cancellation)
            defer { context.close() }
            do {
                let result = try body(context)
                try context.throwKept()
                return result
            } catch let error as GranaryError where left > 0 && context.mayPassWhenRepeated(error) {
                left -= 1
            }
        }
    }

    /// Runs a unit of work in a child of the main context, whose saves go through to the stores.
    @MainActor private func performOnMain<R: Sendable>(
        _ options: ContextOptions, _ body: @Sendable (any Context) throws -> R
    ) throws -> R {
        if Task.isCancelled { throw Cancellation.error }
        let main = try mainContext
        var options = options
        options.savesThroughParent = true
        let context = ManagedContext(options: options, parent: main)
        defer { context.close() }
        return try observed(by: main.coordinator.observer, Operation(.unitOfWork)) {
            let result = try body(context)
            try context.throwKept()
            return result
        }
    }

    private var backgroundRoute: BackgroundRoute {
        var options = ContextOptions()
        options.strictLoading = settings.strictLoading
        return strategy.backgroundRoute(BackgroundRoute(base: .stores, options: options))
    }

    /// The options of a background unit of work in this stack.
    public var backgroundOptions: ContextOptions { backgroundRoute.options }

    /// Makes a context for an actor or thread that keeps it; its engine calls block that thread.
    ///
    /// Keep it as long as its objects are used: they are detached when it goes. From its first read until it saves,
    /// refreshes or goes, it holds a snapshot and a session of each store that it reads, and engines keep what is
    /// older than a snapshot; so let go of one that is to rest for long. An actor that keeps one should run
    /// on a ``ContextExecutor``, so that it holds up no thread of Swift's own.
    ///
    /// - Throws: ``GranaryError/Code/closed`` when the stack is not started.
    public func makeContext(_ options: ContextOptions? = nil) throws -> sending ManagedContext {
        ManagedContext(coordinator: try coordinator(), options: options ?? backgroundOptions)
    }

    /// The context of the main actor: it reads the newest state, and follows what others save.
    ///
    /// Its engine calls block the main thread. Between them it holds no snapshot and no session of a store, unless
    /// the stack's ``ContextStrategy`` has it keep a snapshot.
    ///
    /// Where others changed the same property, a save keeps the store's value.
    ///
    /// - Throws: ``GranaryError/Code/closed`` when the stack is not started.
    @MainActor public var mainContext: ManagedContext {
        get throws {
            let coordinator = try coordinator()
            let box = mainBox.withLock { box in
                if let box { return box }
                let made = MainContextBox()
                box = made
                return made
            }
            return box.context(coordinator, mainRoute)
        }
    }
}

extension PersistentStack {
    private var mainRoute: MainContextRoute {
        var options = ContextOptions()
        options.mergePolicy = .storeWins
        options.strictLoading = settings.strictLoading
        if settings.mainContextIsReadOnly { options.saves = .refuse }
        let standard = MainContextRoute(
            base: .stores, readsNewest: true, followsOthers: settings.automaticMerge, options: options)
        return strategy.mainRoute(standard)
    }
}

/// Keeps the main actor's context.
@MainActor package final class MainContextBox {
    private var stored: ManagedContext?
    /// The context between the main one and the stores, where the strategy has one.
    private var root: ManagedContext?

    nonisolated init() {}

    isolated deinit { stored?.close() }

    func context(_ coordinator: StoreCoordinator, _ route: @autoclosure () -> MainContextRoute)
        -> ManagedContext
    {
        if let stored {
            if stored.coordinator !== coordinator {
                root?.changeStores(coordinator)
                stored.changeStores(coordinator)
            }
            return stored
        }
        let context = make(coordinator, route())
        stored = context
        return context
    }

    private func make(_ coordinator: StoreCoordinator, _ route: MainContextRoute) -> ManagedContext {
        var options = route.options
        options.readsNewest = route.readsNewest
        options.mergesChanges = route.followsOthers
        let inbox = route.followsOthers ? SaveInbox { [weak self] in self?.scheduleMerge() } : SaveInbox()
        if route.base == .stores {
            return ManagedContext(coordinator: coordinator, options: options, inbox: inbox)
        }
        let root = ManagedContext(coordinator: coordinator, options: options)
        self.root = root
        options.savesThroughParent = true
        return ManagedContext(options: options, inbox: inbox, parent: root)
    }

    private nonisolated func scheduleMerge() {
        Task { @MainActor in merge() }
    }

    private func merge() { stored?.mergeChangesUnattended() }

    func close() {
        stored?.close()
        stored = nil
        root = nil
    }
}
