extension PersistentStack {
    // MARK: Attaching

    /// Attaches the store of one configuration; opens it at once when the stack is started.
    ///
    /// - Throws: as ``attachPersistentStores(at:for:)``.
    public func attachPersistentStore(at location: String? = nil, for configuration: StoreConfiguration)
        throws
    {
        try attachPersistentStores(at: location, for: [configuration])
    }

    /// Attaches the stores of several configurations: all of them, or none when one cannot be opened.
    ///
    /// In a started stack they are opened at once. If one of them cannot be opened, the stores made for this call are
    /// removed again, with all their files, and those that were migrated are restored, if their backend is a
    /// ``CopyingBackend``.
    ///
    /// - Parameters:
    ///   - location: the directory for configurations that do not name one; without it they are at the standard place
    ///     of their kind, or in the current directory. ``StandardPlaces/component(_:)`` makes a directory name from
    ///     external input, such as a user's name.
    ///   - configurations: where and how each is stored.
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every name that the schema does not have or that
    ///   is attached already, for every option or path that is wrong, and for every store that each account has for
    ///   itself (``StoreConfiguration/isPerAccount``); ``GranaryError/Code/unknownStoreType``;
    ///   ``GranaryError/Code/invalidObject`` from inside of work that uses stores, and of code that another change
    ///   calls, such as a migration; ``GranaryError/Code/closed`` after ``close()``; ``GranaryError/Code/destroyed``;
    ///   any error from opening a store.
    public func attachPersistentStores(at location: String? = nil, for configurations: [StoreConfiguration])
        throws
    {
        try stores.attach(placed(configurations, at: location))
    }

    /// Attaches the store of one configuration, without blocking a thread of Swift's own.
    ///
    /// - Throws: as ``attachPersistentStores(at:for:)``, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func attachPersistentStore(
        at location: String? = nil, for configuration: StoreConfiguration
    ) async throws { try await attachPersistentStores(at: location, for: [configuration]) }

    /// Attaches the stores of several configurations, without blocking a thread of Swift's own.
    ///
    /// Cancelling the task also ends a migration, and leaves the stores as they were. ``StoreStatus/migration`` shows
    /// how far one is.
    ///
    /// - Throws: as the other form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func attachPersistentStores(
        at location: String? = nil, for configurations: [StoreConfiguration]
    ) async throws {
        let placed = try placed(configurations, at: location)
        try await change { try $0.attach(placed, $1) }
    }

    /// Attaches the stores of configurations that are validated and have their places, to a stack that is stopped; no store
    /// is opened, and nothing waits.
    ///
    /// - Throws: ``GranaryError/Code/closed``; ``GranaryError/Code/destroyed``.
    package func attachValidated(_ configurations: [StoreConfiguration]) throws {
        try stores.attach(configurations, isValidated: true)
    }

    private func placed(_ configurations: [StoreConfiguration], at location: String?) throws
        -> [StoreConfiguration]
    {
        try configurations.map { configuration in
            var configuration = configuration
            configuration.location = configuration.location ?? location
            return try configuration.placed(in: StandardPlaces(), for: schema.name, registry)
        }
    }

    // MARK: Detaching

    /// Detaches the store of a configuration; its files stay.
    ///
    /// - Throws: as ``detachPersistentStores(_:running:)``.
    public func detachPersistentStore(_ name: String, running: RunningWork = .wait) throws {
        try detachPersistentStores([name], running: running)
    }

    /// Detaches the stores of several configurations, all or none; their files stay.
    ///
    /// New work no longer finds them. Work that uses them ends with them first, in the way that `running` says.
    /// Contexts that a program keeps detach their objects at their next operation.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when one of them is not attached; ``GranaryError/Code/timeout`` when
    ///   work does not end in the time allowed, and nothing changes; ``GranaryError/Code/invalidObject`` from inside of
    ///   work that uses stores, and of code that another change calls; ``GranaryError/Code/closed``;
    ///   ``GranaryError/Code/destroyed``; any error from closing a store, after all have been closed.
    public func detachPersistentStores(_ names: [String], running: RunningWork = .wait) throws {
        try stores.detach(names, running)
    }

    /// Detaches the store of a configuration, without blocking a thread of Swift's own.
    ///
    /// - Throws: as ``detachPersistentStores(_:running:)``, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func detachPersistentStore(_ name: String, running: RunningWork = .wait)
        async throws
    {
        try await detachPersistentStores([name], running: running)
    }

    /// Detaches the stores of several configurations, without blocking a thread of Swift's own.
    ///
    /// - Throws: as the other form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func detachPersistentStores(
        _ names: [String], running: RunningWork = .wait
    ) async throws {
        try await changeClosing { try $0.detach(names, running, $1) }
    }

    // MARK: Destroying

    /// Destroys the stores of some configurations with all their files, and detaches them; the others stay in use.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when a store also holds a configuration that is not named; as
    ///   ``detachPersistentStores(_:running:)``; any error from destroying a store.
    public nonisolated(nonsending) func destroyPersistentStores(
        _ names: [String], running: RunningWork = .wait
    ) async throws {
        try await changeClosing { try $0.destroy(names, running, $1) }
    }

    /// Destroys the stores of some configurations with all their files, and opens them again, empty, while all work waits.
    ///
    /// Those of a stack that is stopped or rests stay closed, and are empty when they are opened.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when no such configuration is attached;
    ///   ``GranaryError/Code/configuration`` when a store also holds a configuration that is not named;
    ///   ``GranaryError/Code/locked``; ``GranaryError/Code/timeout``; ``GranaryError/Code/cancelled``; errors of destroying
    ///   and opening a store.
    package nonisolated(nonsending) func renewPersistentStores(
        _ names: [String], running: RunningWork = .wait
    ) async throws {
        try await changeClosing { try $0.renew(names, running, $1) }
    }

    /// Deletes every object of a configuration in one commit; the store and the work that uses it stay.
    ///
    /// No delete rules are carried out and no object is made. From then on, references to these objects from other
    /// stores read as `nil`. Memory grows with the keys of the objects.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when no such configuration is attached; ``GranaryError/Code/denied``
    ///   for a store that is read-only; ``GranaryError/Code/constraint`` where objects of another configuration in the
    ///   same store refer to them: nothing is deleted then; any error of a unit of work.
    public nonisolated(nonsending) func eraseAll(in configuration: String) async throws {
        try state.requireAlive()
        guard attachedStores.contains(where: { $0.name == configuration }) else {
            throw GranaryError(
                .notFound,
                "No store is attached for the configuration “\(configuration)”, so none can be erased.")
        }
        try await onWorker(forWriting: true) { hold, cancellation in
            defer { cancellation.finish() }
            try StoreErasure(
                coordinator: hold.first, configuration: configuration, cancellation: cancellation
            ).run()
        }
    }

    /// Stops the stack and destroys every attached store with all its files; the configurations stay attached, so that
    /// the next ``start()`` makes new ones.
    ///
    /// - Throws: any error from closing or destroying a store; stores after it are not destroyed then.
    public func destroyPersistentStores(running: RunningWork = .wait) throws {
        try stores.destroyAll(running)
    }

    /// Stops the stack and destroys every attached store, without blocking a thread of Swift's own.
    ///
    /// - Throws: as the other form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func destroyPersistentStores(running: RunningWork = .wait) async throws {
        try await changeClosing { try $0.destroyAll(running, $1) }
    }
}

extension PersistentStack {
    /// Changes the stores as `change` does, while a tenant is away; for changes that close stores.
    nonisolated(nonsending) func changeClosing(
        _ body: @escaping @Sendable (StackStores, Cancellation) throws -> Void
    ) async throws {
        try await stores.tenancy.whileAway { try await change(body) }
    }

    /// Changes the stores on a dedicated thread, so that no thread of Swift's own is blocked; cancelling the task
    /// cancels the change.
    nonisolated(nonsending) func change(
        _ body: @escaping @Sendable (StackStores, Cancellation) throws -> Void
    ) async throws {
        let (stores, cancellation) = (stores, Cancellation())
        try await withTaskCancellationHandler {
            // A thread for each change, since changes are rare; it ends with the pool.
            let pool = WorkerPool(size: 1, name: "granary-stack")
            try await pool.run(until: cancellation) { try body(stores, cancellation) }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
