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
    private let core: RepositoryCore
    private let decide: RefusalHandler?
    private let isRunning = Mutex(false)

    /// Makes the repositories of a stack that is started; a stack has one.
    ///
    /// - Parameters:
    ///   - stack: the stack; its schema says by ``Schema/syncing(_:)`` which models are synced.
    ///   - source: the server.
    ///   - existing: what the rows are that the store holds already and that no save with this schema has written.
    ///     Required once, if there are any.
    ///   - times: the pauses, and the clocks they are measured by.
    ///   - deciding: decides about writes that the server does not carry out, while ``run()`` runs: about each one when
    ///     it is refused, and again at every start until it is decided. Without it they stay, and `stack.errors` reports
    ///     each.
    /// - Throws: ``GranaryError/Code/schema`` for a schema without synced models;
    ///   ``GranaryError/Code/configuration`` for a second one, and where `existing` is missing; errors of the
    ///   stores.
    public convenience init(
        _ stack: PersistentStack, source: any RemoteSource, existing: ExistingRows? = nil,
        times: SyncTimes = SyncTimes(), deciding: RefusalHandler? = nil
    ) async throws { try await self.init(stack, source, existing, times, deciding) { _ in } }

    /// Makes repositories whose sender calls a function at each point that it comes to.
    package init(
        _ stack: PersistentStack, _ source: any RemoteSource, _ existing: ExistingRows?, _ times: SyncTimes,
        _ decide: RefusalHandler? = nil, reaching reach: @escaping @Sendable (SyncPoint) -> Void
    ) async throws {
        guard let rule = stack.schema.syncRule, let entries = stack.schema.entity(of: SyncEntry.self) else {
            throw GranaryError(
                .schema,
                "The schema “\(stack.schema.name)” has no synced models; name them by `schema.syncing { Synced(…) }`."
            )
        }
        let mark = try RepositoriesMark.of(stack)
        self.decide = decide
        core = RepositoryCore(stack, source, rule, entries, times, mark, reach)
        try await FirstRows(core: core).settle(existing)
    }

    /// The repository of a model; of one that is not synced, over the store alone.
    public subscript<M: Model>(_ model: M.Type) -> Repository<M> { Repository(core: core) }

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
        var sender = OutboxSender(core, decide)
        try await sender.run()
    }

    /// Tries to reach the server at once, instead of after the present pause.
    public func networkIsBack() {
        core.connection.noteReached()
        core.watch.call()
    }

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
