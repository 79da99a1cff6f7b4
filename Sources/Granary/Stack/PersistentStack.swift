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
    var clock: any Clock<Duration> { shared.clock }
    /// What it has in common with the stacks that share its stores.
    let shared: SharedParts
    private let mainBox: Mutex<MainContextBox?> = Mutex(nil)

    /// Makes a stack without stores; opens nothing.
    ///
    /// Without `telemetry` it uses the logging, metrics and tracing systems that the process has bootstrapped before
    /// this call. The clock measures the times in ``ContextStatistics`` and ``ActionStatistics``, and the pauses of
    /// live queries whose store cannot be reached.
    public convenience init(
        _ schema: Schema, registry: StoreRegistry, settings: StackSettings = StackSettings(),
        strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let shared = SharedParts(telemetry, clock)
        self.init(
            schema, registry, settings, strategy, shared,
            WorkerPool(
                size: settings.workers, name: "granary", waits: shared.waits(forOneOf: settings.workers)))
    }

    /// Makes a stack without stores that shares its stores with another stack of the same schema; opens nothing.
    ///
    /// A store that both attach at one place is open once, and is closed with the last stack that has it; one in memory
    /// is the same store if both attach it under the same name. All contexts, live queries and ``changes(of:)`` of one
    /// stack learn what another one saves in such a store, with keys and values, in the order of commits; they learn
    /// nothing of other stores. Attaching, detaching, suspending and stopping concern one stack. A store that another
    /// stack has open is neither moved nor destroyed.
    ///
    /// Both use the same threads (``StackSettings/workers`` of the first one), telemetry and clock, and the sessions of a
    /// shared store, where its type limits them, are one limit for all. A stack that shares
    /// with one that shares belongs to the same group.
    ///
    /// - Parameters:
    ///   - other: the stack to share with; it may be stopped or closed in the meantime.
    ///   - settings: the settings of this stack; `nil` for those of the other one.
    ///   - strategy: where the stack's contexts read from and save to.
    public convenience init(
        sharing other: PersistentStack, settings: StackSettings? = nil,
        strategy: any ContextStrategy = .direct
    ) {
        self.init(
            other.schema, other.registry, settings ?? other.settings, strategy, other.shared,
            WorkerPool(sharing: other.pool))
    }

    private init(
        _ schema: Schema, _ registry: StoreRegistry, _ settings: StackSettings,
        _ strategy: any ContextStrategy, _ shared: SharedParts, _ pool: WorkerPool
    ) {
        self.schema = schema
        self.registry = registry
        self.settings = settings
        self.strategy = strategy
        self.shared = shared
        self.pool = pool
        let lastUse = settings.notesUse ? LastUse(shared.time) : nil
        let broadcaster = SaveBroadcaster(
            notifiesContexts: settings.automaticMerge, order: shared.order, noting: lastUse)
        let reports = shared.reports(ofAccountAt: settings.accountPlace)
        let unattended = UnattendedErrors(reports.logger)
        observer = reports.observer
        self.unattended = unattended
        mainWriting = AtomicSwitch(isOn: !settings.mainContextIsReadOnly)
        let scheduler = ActionScheduler(
            generalLimit: settings.generalActions, time: shared.time, noting: lastUse)
        self.scheduler = scheduler
        self.broadcaster = broadcaster
        let state = StackState(name: schema.name, noting: lastUse) { broadcaster.stackDidChange() }
        self.state = state
        let sharing = StackSharing(stores: shared.stores, broadcaster: broadcaster)
        let rest = StackRest(after: settings.restsAfter, shared.clock, lastUse) {
            state.holds.areNone && broadcaster.observers.isEmpty && scheduler.isIdle
        }
        let reach = StoreReach(state, schema, shared.time, reports.logger)
        stores = StackStores(
            state, schema, registry, sharing, rest, reach, reports.observer, reports.logger, unattended
        ) { [weak reach] opened in
            StoreCoordinator(
                schema: schema, members: opened.stores.map(\.member), placement: opened.placement,
                broadcaster: broadcaster, identifiers: shared.identifiers, observer: reports.observer,
                logger: reports.logger, errors: unattended, notices: shared.notices,
                time: shared.time, foundUnreachable: { [weak reach] in reach?.suspect() })
        }
    }

    /// The open stores.
    ///
    /// - Throws: ``GranaryError/Code/closed`` when the stack is not started; ``GranaryError/Code/destroyed``;
    ///   ``GranaryError/Code/suspended`` while it rests.
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

    /// A hold on the open stores for a context that the program keeps; blocks while the stores of a stack that rests open.
    ///
    /// - Throws: as ``coordinator()``; ``GranaryError/Code/suspended`` while the stack is suspended; errors of a store that
    ///   cannot be opened.
    package func keptHold() throws -> StoreHold { try stores.keep() }
}

// MARK: Status

extension PersistentStack {
    /// The configurations that are attached, in the order of attaching; never waits.
    public var attachedStores: [StoreConfiguration] { state.configurations }

    /// Whether the stack is started, even if it is suspended or rests; never waits.
    public var isStarted: Bool { state.isStarted }

    /// Whether the stack takes work of every kind: it is started and not suspended, or it rests; never waits.
    ///
    /// It is false once a use or ``health(within:)`` has found that the server of a store cannot be reached, and true again
    /// as soon as the server is back, which the stack looks for by itself: after a tenth of a second, then twice as long each
    /// time, up to five seconds. It is false too while a stack that rested opens its stores; work waits for that.
    public var isReady: Bool { status.isReady }

    /// The current state of the stack and of each store; never waits.
    public var status: StackStatus { state.versionedStatus.0 }

    /// The current status, and every later one.
    public var statuses: StackStatuses { StackStatuses(state: state) }

    /// Waits until the stack takes work of every kind, and no server is known to be out of reach.
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
