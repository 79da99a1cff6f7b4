internal import Synchronization

/// The stores of a schema, and the contexts that work with them: what a program opens once and works through.
///
/// Stores can be attached and detached at any time. ``start()`` and ``stop(running:)`` can be repeated; the attached
/// configurations stay (a store in memory begins empty again). ``close()`` is for the end: a closed stack
/// opens no stores and takes no work. All functions may be called from any thread. Those that open and close
/// stores have two forms: the one for asynchronous code waits without a thread of Swift's own, can be cancelled, and then
/// leaves everything as it was; the other one blocks the thread of its caller. ``statuses`` tells how far they are.
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
    /// What the stack and its stores are doing.
    let state: StackState
    /// The open stores.
    let stores: StackStores
    private let mainBox: Mutex<MainContextBox?> = Mutex(nil)

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
        self.strategy = strategy
        let observer = OperationObserver(telemetry)
        let broadcaster = SaveBroadcaster(isEnabled: settings.automaticMerge)
        let (identifiers, logger) = (TimeOrderedUUIDSource(), telemetry.logger)
        self.observer = observer
        self.broadcaster = broadcaster
        pool = WorkerPool(size: settings.workers, name: "granary")
        state = StackState(name: schema.name)
        stores = StackStores(state, schema, registry, observer) { opened in
            StoreCoordinator(
                schema: schema, members: opened.stores.map(\.member), placement: opened.placement,
                broadcaster: broadcaster, identifiers: identifiers, observer: observer, logger: logger)
        }
    }

    /// The open stores.
    ///
    /// - Throws: ``GranaryError/Code/closed`` when the stack is not started; ``GranaryError/Code/destroyed``.
    package func coordinator() throws -> StoreCoordinator { try state.coordinator() }

    /// Where the main context is kept, once it was asked for.
    var mainContextBox: MainContextBox? { mainBox.withLock { $0 } }

    /// Where the main context is to be kept.
    func makeMainContextBox() -> MainContextBox {
        mainBox.withLock { box in
            if let box { return box }
            let made = MainContextBox()
            box = made
            return made
        }
    }

    /// A hold on the open stores for a context that somebody keeps.
    ///
    /// - Throws: as ``coordinator()``; ``GranaryError/Code/suspended``.
    package func keptHold() throws -> StoreHold { try state.holds.keep() }
}

// MARK: Status

extension PersistentStack {
    /// The configurations that are attached, in the order of attaching; never waits.
    public var attachedStores: [StoreConfiguration] { state.configurations }

    /// Whether the stack has been started and not stopped, suspended or not; never waits.
    public var isStarted: Bool { state.life == .started }

    /// Whether the stack takes work of every kind: it is started and not suspended; never waits.
    public var isReady: Bool { status.isReady }

    /// What the stack and each of its stores are doing; never waits.
    public var status: StackStatus { state.versionedStatus.0 }

    /// The status now, and then whenever it has changed.
    public var statuses: StackStatuses { StackStatuses(state: state) }

    /// Waits until the stack takes work of every kind.
    ///
    /// - Throws: the error of a store that cannot be opened; ``GranaryError/Code/closed`` and
    ///   ``GranaryError/Code/destroyed`` when it never will be ready again; ``GranaryError/Code/cancelled``.
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
