package import FoundationEssentials
public import Granary
import Synchronization

/// The repositories of a stack whose schema has synced models: one place to ask for objects, wherever they are.
///
/// ```swift
/// let repositories = try await Repositories(stack, source: server)
/// let late = try await repositories[Flight.self].fetch(Flight.where { $0.delay > 30 }, .localOrRemote)
/// ```
///
/// The store of the stack is the one truth: what a server serves is merged into it before it is an answer, and what is
/// saved waits in it until the server has accepted it. Nothing is sent without ``run()``.
public final class Repositories: Sendable {
    let core: RepositoryCore
    private let decide: RefusalHandler?
    private let isRunning = Mutex(false)

    /// Makes the repositories of a stack that is started; a stack has one.
    ///
    /// - Parameters:
    ///   - stack: the stack; its schema says by ``Schema/syncing(_:)`` which models are synced.
    ///   - source: the server.
    ///   - existing: what the rows are that the store holds already and that no save with this schema has written.
    ///     Required once, if there are any.
    ///   - sending: when writes are sent, while ``run()`` runs.
    ///   - lanes: the lanes of the outbox in which more than one batch is on its way at one time.
    ///   - access: how much of each model the program may have now; the sender asks it too.
    ///   - times: the pauses, and the clocks they are measured by; unless given, those of the section `sync` of the
    ///     stack's configuration.
    ///   - deciding: decides about writes that the server does not carry out, while ``run()`` runs: about each one when
    ///     it is refused, and again at every start until it is decided. Without it they stay, and `stack.errors` reports
    ///     each.
    /// - Throws: ``GranaryError/Code/schema`` for a schema without synced models;
    ///   ``GranaryError/Code/configuration`` for a second one, where `existing` is missing, and for a cache of a model
    ///   in whose store others may save unheard; errors of the stores.
    public convenience init(
        _ stack: PersistentStack, source: any RemoteSource, existing: ExistingRows? = nil,
        sending: OutboxSending = .atOnce, lanes: [OutboxLane] = [], access: AccessPolicy = .all,
        times: SyncTimes? = nil, deciding: RefusalHandler? = nil
    ) async throws {
        try await self.init(
            stack, sources: ["": source], existing: existing, sending: sending, lanes: lanes, access: access,
            times: times, deciding: deciding)
    }

    /// Makes the repositories of a stack over several servers: each model names its source by
    /// ``Synced/init(_:writes:coalescing:attempts:expiry:conflicts:source:lane:cache:ignoring:remoteID:version:)``.
    ///
    /// A source may be missing, and be given later by ``use(_:named:)``. The name of the source of models that name
    /// none is empty.
    ///
    /// - Throws: as ``init(_:source:existing:sending:lanes:access:times:deciding:)``.
    public convenience init(
        _ stack: PersistentStack, sources: [String: any RemoteSource], existing: ExistingRows? = nil,
        sending: OutboxSending = .atOnce, lanes: [OutboxLane] = [], access: AccessPolicy = .all,
        times: SyncTimes? = nil, deciding: RefusalHandler? = nil
    ) async throws {
        try await self.init(
            stack, sources, existing, times, deciding, OutboxOptions(sending: sending, lanes: lanes), access
        ) { _ in }
    }

    /// Makes repositories whose sender calls a function at each point that it comes to.
    package convenience init(
        _ stack: PersistentStack, _ sources: [String: any RemoteSource], _ existing: ExistingRows?,
        _ times: SyncTimes, _ decide: RefusalHandler? = nil,
        reaching reach: @escaping @Sendable (SyncPoint) -> Void
    ) async throws {
        try await self.init(stack, sources, existing, times, decide, OutboxOptions(), .all, reach)
    }

    private init(
        _ stack: PersistentStack, _ sources: [String: any RemoteSource], _ existing: ExistingRows?,
        _ times: SyncTimes?, _ decide: RefusalHandler?, _ options: OutboxOptions, _ access: AccessPolicy,
        _ reach: @escaping @Sendable (SyncPoint) -> Void
    ) async throws {
        guard let rule = stack.schema.syncRule, let entries = stack.schema.entity(of: SyncEntry.self) else {
            throw GranaryError(
                .schema,
                "The schema “\(stack.schema.name)” has no synced models; name them by `schema.syncing { Synced(…) }`."
            )
        }
        // First, so that a second one leaves nothing behind.
        let mark = try RepositoriesMark.of(stack)
        let configuration = try SyncConfiguration(of: stack.settings)
        let times = times ?? configuration.times
        let caches = try ModelCaches(rule, stack, configuration.caches, times)
        self.decide = decide
        core = RepositoryCore(
            stack, SourceRegistry(sources), rule, entries, times, options, access, caches, mark, reach)
        try await OlderEntries(core: core).rename()
        try await FirstRows(core: core).settle(existing)
    }

    /// The repository of a model; of one that is not synced, over the store alone.
    public subscript<M: Model>(_ model: M.Type) -> Repository<M> { Repository(core: core) }

    /// The pauses, and the clocks they are measured by.
    public var times: SyncTimes { core.times }

    /// The writes that the server has not accepted yet.
    public var outbox: Outbox { Outbox(core: core) }

    /// Sends what waits, and what is saved from now on, until the task is cancelled.
    ///
    /// Of several processes on one store one sends at a time; when it stops without a word, another one takes over once
    /// ``SyncTimes/lease`` is over. A write that does not reach the server is sent again after growing pauses. Failures
    /// of the store are reported by `stack.errors`, and it goes on.
    ///
    /// - Throws: ``GranaryError/Code/closed`` and ``GranaryError/Code/destroyed`` once the stack is;
    ///   ``GranaryError/Code/invalidObject`` while another call runs.
    public func run() async throws {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else {
            throw GranaryError(
                .invalidObject, "These repositories are sending already; call `run()` once at a time.")
        }
        defer { isRunning.withLock { $0 = false } }
        try await OutboxSender(core, decide).run()
    }

    /// Tries to reach the servers at once, instead of after the present pause.
    public func networkIsBack() {
        for slot in core.sources.present.values { slot.connection.noteReached() }
        core.watch.call()
    }

    /// Has observers and the sender ask the access policies again, which allow something else now.
    public func accessHasChanged() {
        core.accessObservers.stackDidChange()
        core.watch.call()
    }

    /// Puts a source in the place of the one with a name; `nil` takes that away.
    ///
    /// Requests that are under way end with the former one. While a source is not there, writes for it wait, which
    /// `stack.errors` reports, and its models are read as without a connection.
    public func use(_ source: (any RemoteSource)?, named name: String = "") {
        core.sources.set(source, name)
        core.watch.stackDidChange()
        core.watch.call()
    }

    /// Takes over what has changed at the source of a model since it was refreshed last; the hook for a channel by
    /// which a server says that something has changed.
    ///
    /// Each page of changes is one save, with the checkpoint behind it: a process that ends goes on there. From a
    /// checkpoint that the server does not know any more it begins anew; unsent writes stay. An object that was deleted
    /// there and has unsent changes here stays, and they are refused as ``RefusalCause/gone``. Equal calls are one.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for a source that cannot say what has changed, and for a model that is
    ///   not synced; ``GranaryError/Code/unavailable`` without a connection; the server's error;
    ///   ``GranaryError/Code/accessDenied`` unless all models of the source are allowed; errors of the stores.
    public func refresh<M: Model>(_ model: M.Type) async throws {
        let entity = try core.synced(model)
        try await core.refresh([core.rule.models[entity.index]?.source ?? ""])
    }

    /// Takes over what has changed at the sources of all synced models.
    ///
    /// - Throws: as ``refresh(_:)``, the first error.
    public func refresh() async throws { try await core.refresh(core.sourcesOfModels) }

    /// Whether somebody in this process waits for the end of a write.
    package func isAwaited(_ id: UUID) -> Bool { core.ends.isAwaited(id) }

    /// Queues the rows of a query for the server as new objects, with all their values, such as those that the code of a
    /// migration, or a program without this schema, has saved.
    ///
    /// An object with unsettled writes is left out. They are held where the model is declared so.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for a model that is not synced; errors of the stores.
    public func adopt<M: Model>(_ query: Query<M>) async throws { try await core.adopt(query) }
}
