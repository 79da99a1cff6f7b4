internal import Synchronization

/// The stores of a schema and the contexts that use them: the entry point of a program.
///
/// Stores can be attached and detached at any time. ``start()`` and ``stop(running:)`` can be repeated; the attached
/// configurations stay, though a store in memory starts empty again. ``close()`` is final: a closed stack opens no
/// stores and takes no work.
///
/// All functions can be called from any thread. Functions that open and close stores have two forms. The asynchronous
/// form waits without blocking a thread of Swift's cooperative pool; if it is cancelled, it leaves everything as it
/// was. The other form blocks the caller's thread. ``statuses`` reports progress.
public final class PersistentStack: Sendable {
    /// The models.
    public let schema: Schema
    /// The store types that can be attached.
    package let registry: StoreRegistry
    /// The settings of the stack.
    public let settings: StackSettings
    /// Decides where the stack's contexts read from and save to.
    public let strategy: any ContextStrategy

    /// The threads that units of work run on.
    package let pool: WorkerPool
    /// Notifies contexts of the saves of others.
    package let broadcaster: SaveBroadcaster
    /// The sources that equal live queries share.
    package let sharedObjects = SharedObjects()
    /// Reports the stack's operations; `nil` if no log, metric or trace would show them.
    package let observer: OperationObserver?
    /// The state of the stack and its stores.
    let state: StackState
    /// The open stores.
    let stores: StackStores
    /// Whether the main context may save.
    let mainWriting: AtomicSwitch
    /// Decides which action begins, and when.
    let scheduler: ActionScheduler
    /// Receives failures of work that no caller waits for.
    package let unattended: UnattendedErrors
    /// Measures times, and pauses before work is tried again.
    let clock: any Clock<Duration>
    private let mainBox: Mutex<MainContextBox?> = Mutex(nil)

    /// Makes a stack without stores; opens nothing.
    ///
    /// Without `telemetry` it uses the logging, metrics and tracing systems that the process has bootstrapped before
    /// this call. The clock measures the times in ``ContextStatistics`` and ``ActionStatistics``, and the pauses of
    /// live queries whose store cannot be reached.
    public init(
        _ schema: Schema, registry: StoreRegistry, settings: StackSettings = StackSettings(),
        strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.schema = schema
        self.registry = registry
        self.settings = settings
        self.strategy = strategy
        self.clock = clock
        let observer = OperationObserver(telemetry)
        let broadcaster = SaveBroadcaster(notifiesContexts: settings.automaticMerge)
        let (identifiers, logger) = (TimeOrderedUUIDSource(), telemetry.logger)
        let (unattended, time) = (UnattendedErrors(logger), ElapsedTime(clock))
        let forgottenSaves = ForgottenSaves(logger, time)
        self.observer = observer
        self.unattended = unattended
        mainWriting = AtomicSwitch(isOn: !settings.mainContextIsReadOnly)
        scheduler = ActionScheduler(generalLimit: settings.generalActions, time: time)
        self.broadcaster = broadcaster
        pool = WorkerPool(size: settings.workers, name: "granary")
        state = StackState(name: schema.name) { broadcaster.stackDidChange() }
        stores = StackStores(state, schema, registry, observer, unattended) { opened, last in
            StoreCoordinator(
                schema: schema, members: opened.stores.map(\.member), placement: opened.placement,
                broadcaster: broadcaster, identifiers: identifiers, observer: observer, logger: logger,
                errors: unattended, forgottenSaves: forgottenSaves, time: time, before: last)
        }
    }

    /// The open stores.
    ///
    /// - Throws: ``GranaryError/Code/closed`` when the stack is not started; ``GranaryError/Code/destroyed``.
    package func coordinator() throws -> StoreCoordinator { try state.coordinator() }

    /// The holder of the main context, once it has been made.
    var mainContextBox: MainContextBox? { mainBox.withLock { $0 } }

    /// The holder of the main context, made at first use.
    func makeMainContextBox() -> MainContextBox {
        mainBox.withLock { box in
            if let box { return box }
            let made = MainContextBox()
            box = made
            return made
        }
    }

    /// A hold on the open stores for a context that the program keeps.
    ///
    /// - Throws: as ``coordinator()``; ``GranaryError/Code/suspended``.
    package func keptHold() throws -> StoreHold { try state.holds.keep() }
}

// MARK: Status

extension PersistentStack {
    /// The configurations that are attached, in the order of attaching; never waits.
    public var attachedStores: [StoreConfiguration] { state.configurations }

    /// Whether the stack is started, even if it is suspended; never waits.
    public var isStarted: Bool { state.life == .started }

    /// Whether the stack takes work of every kind: it is started and not suspended; never waits.
    ///
    /// It stays true while the server of a store cannot be reached; ``health(within:)`` asks the stores.
    public var isReady: Bool { status.isReady }

    /// The current state of the stack and of each store; never waits.
    public var status: StackStatus { state.versionedStatus.0 }

    /// The current status, and every later one.
    public var statuses: StackStatuses { StackStatuses(state: state) }

    /// Waits until the stack takes work of every kind.
    ///
    /// - Throws: the error of a store that cannot be opened; ``GranaryError/Code/closed`` and
    ///   ``GranaryError/Code/destroyed`` if the stack will never be ready again; ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func ready() async throws {
        while true {
            let (status, version) = state.versionedStatus
            if status.isReady { return }
            try state.requireAlive()
            if status.phase == .stopped {
                for store in status.stores {
                    if case .failed(let error) = store.state { throw error }
                }
            }
            await state.change(after: version)
            if Task.isCancelled { throw Cancellation.error }
        }
    }
}
