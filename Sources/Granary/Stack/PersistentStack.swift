internal import Logging
import Synchronization

/// Stores and contexts of one schema: what a program opens once and works through.
///
/// Stores can be attached and detached at any time. ``start()`` and ``stop()`` can be repeated; the attached
/// configurations stay (a store in memory begins empty again). ``close()`` is for the end: a closed stack
/// opens no stores and takes no work. All functions may be called from any thread; those that open and close
/// stores block.
public final class PersistentStack: Sendable {
    /// The models.
    public let schema: Schema
    /// The store types that can be attached.
    public let registry: StoreRegistry
    /// How the stack works.
    public let settings: StackSettings
    /// Where the stack's contexts read from and save to.
    public let strategy: any ContextStrategy

    /// The threads that units of work run on.
    package let pool: WorkerPool
    /// Tells contexts what others saved.
    package let broadcaster: SaveBroadcaster
    /// Reports what the stack does; `nil` where nobody would see it.
    package let observer: OperationObserver?
    private let logger: Logger
    private let identifiers = TimeOrderedUUIDSource()
    private let state: Mutex<State> = Mutex(State())
    /// What units of work find; a lock of its own, so that none waits while stores are opened.
    private let phase: Mutex<Phase> = Mutex(.stopped)
    let mainBox: Mutex<MainContextBox?> = Mutex(nil)

    private struct State {
        var configurations: [StoreConfiguration] = []
        var isStarted = false
        var open: [OpenStore] = []
    }

    private enum Phase {
        case stopped
        case started(StoreCoordinator)
        case closed
    }

    /// Makes a stack without stores; nothing is opened.
    ///
    /// Without `telemetry` it reports to what the process has bootstrapped for logs, metrics and traces before
    /// this call.
    public init(
        _ schema: Schema, registry: StoreRegistry, settings: StackSettings = StackSettings(),
        strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry()
    ) {
        self.schema = schema
        self.registry = registry
        self.settings = settings
        observer = OperationObserver(telemetry)
        logger = telemetry.logger
        self.strategy = strategy
        broadcaster = SaveBroadcaster(isEnabled: settings.automaticMerge)
        pool = WorkerPool(size: settings.workers, name: "granary")
    }

    // MARK: Stores

    /// The configurations that are attached, in the order of attaching.
    public var attachedStores: [StoreConfiguration] { state.withLock { $0.configurations } }

    /// Whether the stack has been started and not stopped.
    public var isStarted: Bool { state.withLock { $0.isStarted } }

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
    /// - Parameters:
    ///   - location: the directory for configurations that name none themselves.
    ///   - configurations: where and how each is stored.
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every name that the schema does not have or
    ///   that is attached already, and for every option or path that is wrong;
    ///   ``GranaryError/Code/unknownStoreType``; ``GranaryError/Code/closed`` after ``close()``; what opening a
    ///   store throws.
    public func attachPersistentStores(at location: String? = nil, for configurations: [StoreConfiguration])
        throws
    {
        let placed = configurations.map { configuration in
            var configuration = configuration
            configuration.location = configuration.location ?? location
            return configuration
        }
        try change { state in
            try StackConfiguration(stores: placed)
                .problems(attachingTo: schema, beside: state.configurations, registry: registry).throwAll()
            try adopt(state.configurations + placed, &state)
        }
    }

    /// Attaches the first stores, which have been validated as a whole.
    func attachValidated(_ configurations: [StoreConfiguration]) throws {
        try change { state in try adopt(configurations, &state) }
    }

    /// Detaches the store of a configuration; its files stay.
    ///
    /// Contexts that use it get ``GranaryError/Code/closed``.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when no such configuration is attached.
    public func detachPersistentStore(_ name: String) throws { try detachPersistentStores([name]) }

    /// Detaches the stores of several configurations, all or none.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when one of them is not attached.
    public func detachPersistentStores(_ names: [String]) throws {
        try change { state in
            for name in names where !state.configurations.contains(where: { $0.name == name }) {
                throw GranaryError(
                    .notFound,
                    "No store is attached for the configuration “\(name)”, so none can be detached.")
            }
            try adopt(state.configurations.filter { !names.contains($0.name) }, &state)
        }
    }

    // MARK: Life cycle

    /// Opens every attached store; nothing happens when the stack is started.
    ///
    /// Blocks while stores open.
    ///
    /// - Throws: what opening a store throws; the stack is stopped then, and nothing stays half-open.
    ///   ``GranaryError/Code/closed`` after ``close()``.
    public func start() throws {
        try change { state in
            if state.isStarted { return }
            try requireNotClosed()
            try open(state.configurations, &state)
            state.isStarted = true
        }
    }

    /// Closes every store; the attached configurations stay for the next ``start()``.
    ///
    /// Nothing happens when it is stopped.
    ///
    /// - Throws: what closing a store throws, after all have been closed.
    public func stop() throws {
        try change { state in
            if state.isStarted { try closeStores(&state) }
        }
    }

    /// Takes no more work, waits for the units of work that were submitted, ends the threads, and closes
    /// every store; for good.
    ///
    /// The calling thread is not blocked. A closed stack can be closed again, and its stores can be
    /// destroyed; everything else throws ``GranaryError/Code/closed``.
    ///
    /// - Throws: as ``stop()``.
    public func close() async throws {
        phase.withLock { $0 = .closed }
        let main = mainBox.withLock { $0 }
        if let main { await main.close() }
        await pool.finish()
        try stop()
    }

    /// Stops the stack and destroys every attached store with all its side files; the configurations stay
    /// attached.
    ///
    /// - Throws: what closing or destroying a store throws; stores after it are not destroyed then.
    public func destroyPersistentStores() throws {
        try change { state in
            if state.isStarted { try closeStores(&state) }
            for configuration in state.configurations {
                try registry.backend(for: configuration.type).destroy(configuration)
            }
        }
    }

    /// The open stores.
    ///
    /// - Throws: ``GranaryError/Code/closed`` when the stack is not started.
    package func coordinator() throws -> StoreCoordinator {
        switch phase.withLock({ $0 }) {
        case .started(let coordinator): return coordinator
        case .stopped:
            throw GranaryError(.closed, "The stack “\(schema.name)” is not started; call `start()` first.")
        case .closed: throw isClosedError
        }
    }
}

extension PersistentStack {
    /// Changes the state by one caller at a time.
    private func change(_ body: (inout State) throws -> Void) throws {
        // Opening takes the lock for its whole length: attaching is rare, and half a change must never be seen.
        try state.withLock { state in try body(&state) }
    }

    private var isClosedError: GranaryError {
        GranaryError(.closed, "The stack “\(schema.name)” has been closed for good; make another.")
    }

    private func requireNotClosed() throws {
        if case .closed = phase.withLock({ $0 }) { throw isClosedError }
    }

    /// Moves to another phase, unless the stack has been closed.
    private func enter(_ next: Phase) {
        phase.withLock { phase in
            if case .closed = phase { return }
            phase = next
        }
    }

    /// Makes these the attached configurations, and the open stores theirs if the stack is started.
    private func adopt(_ wanted: [StoreConfiguration], _ state: inout State) throws {
        try requireNotClosed()
        guard state.isStarted else {
            state.configurations = wanted
            return
        }
        try open(wanted, &state)
    }

    /// Opens the stores of configurations, and only then closes those no longer wanted; when one cannot be
    /// opened, everything stays as it was.
    private func open(_ wanted: [StoreConfiguration], _ state: inout State) throws {
        let plan = try StorePlacement(wanted, schema, registry)
        let result = try plan.open(reusing: state.open, observer)
        state.configurations = wanted
        state.open = result.stores
        let coordinator = StoreCoordinator(
            schema: schema, members: result.stores.map(\.member), placement: result.placement,
            broadcaster: broadcaster,
            identifiers: identifiers, observer: observer, logger: logger)
        enter(.started(coordinator))
        try closeAll(result.obsolete)
    }

    private func closeStores(_ state: inout State) throws {
        let open = state.open
        state.open = []
        state.isStarted = false
        enter(.stopped)
        try closeAll(open)
    }

    private func closeAll(_ stores: [OpenStore]) throws {
        var problem: (any Error)?
        for store in stores {
            do { try store.close(observer) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
    }
}
