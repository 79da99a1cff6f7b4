import FoundationEssentials
import Granary

/// What the repositories of one stack share.
final class RepositoryCore: Sendable {
    let stack: PersistentStack
    let source: any RemoteSource
    let rule: SyncRule
    let times: SyncTimes
    let settled = SettledWrites()
    /// Who these repositories are among those of all processes on the store.
    let identity = UUID()
    let watch: EntryWatch
    let connection = Connection()
    let ends = WriteEnds()
    /// Why nothing is sent now, if it is paused.
    let pause = WatchedState<OutboxPause?>(nil)
    let reach: @Sendable (SyncPoint) -> Void
    private let requests = RequestsUnderWay()
    /// Says that the stack has repositories, for as long as they are used.
    private let mark: RepositoriesMark

    init(
        _ stack: PersistentStack, _ source: any RemoteSource, _ rule: SyncRule, _ entries: Entity,
        _ times: SyncTimes, _ mark: RepositoriesMark, _ reach: @escaping @Sendable (SyncPoint) -> Void
    ) {
        self.stack = stack
        self.source = source
        self.rule = rule
        self.times = times
        self.mark = mark
        self.reach = reach
        watch = EntryWatch(of: entries, stack)
    }

    /// The options of saves with the server's values.
    static func servedOptions(by author: String = SyncBookkeeping.author) -> ContextOptions {
        var options = ContextOptions()
        options.writes = .served
        // Users save the same objects at the same time, and the server need not be asked again.
        options.retries = 64
        options.author = author
        return options
    }

    /// The options of contexts that only read.
    static var readingOptions: ContextOptions {
        var options = ContextOptions()
        options.saves = .refuse
        return options
    }
}

extension RepositoryCore {
    /// Reports a failure of work that no caller waits for.
    func report(
        _ error: any Error, during work: UnattendedError.Work = .sending,
        _ message: String = "The writes of an outbox could not be sent."
    ) {
        guard let coordinator = try? stack.coordinator() else { return }
        coordinator.errors.report(error, during: work, message)
    }

    /// Whether a model is synced.
    func captures<M: Model>(_ model: M.Type) -> Bool {
        stack.schema.entity(of: model).map { rule.captures($0) } ?? false
    }

    /// The rows that the store has of a query, and whether they are everything that the server has served within some
    /// time, in one state of the store.
    nonisolated(nonsending) func local<M: Model>(
        _ query: Query<M>, _ maxAge: Duration?
    ) async throws -> Answer<M> {
        let rule = rule
        let oldest = maxAge.map { times.now().addingTimeInterval(-($0 / .seconds(1))) }
        return try await stack.performOnStores(Self.readingOptions) { context in
            let snapshots = try context.fetch(query).map(\.snapshot)
            guard let entity = context.schema.entity(of: M.self), rule.captures(entity) else {
                return Answer(snapshots, isComplete: true, servedAt: nil)
            }
            let digests = QueryDigest(query, entity, in: context.schema).sufficient
            let served = try context.fetch(SyncQuery.where { $0.digest.isIn(digests) && $0.isWhole == true })
            let servedAt = served.map(\.servedAt).max()
            let isRecent = servedAt.map { served in oldest.map { served >= $0 } ?? true } ?? false
            return Answer(snapshots, isComplete: isRecent && query.cursor == nil, servedAt: servedAt)
        }
    }

    /// Asks the server for a query without a caller that waits; errors other than a missing connection are reported.
    func refreshBehind<M: Model>(_ query: Query<M>) {
        Task {
            do { try await refresh(query) } catch let error as GranaryError where error.code == .unavailable {
            } catch {
                report(error, during: .refreshing, "The rows of a query could not be refreshed.")
            }
        }
    }

    /// Asks the server for a query, and stores what it serves in one save.
    nonisolated(nonsending) func refresh<M: Model>(_ query: Query<M>) async throws {
        guard let entity = stack.schema.entity(of: M.self), rule.captures(entity) else {
            throw Self.unsupported(
                "\(M.modelDescription.name) is not synced, so no server has its objects; fetch them with the policy `.local`, or name the model in `syncing`.",
                M.self)
        }
        if let problem = query.problem { throw problem }
        if query.cursor != nil {
            throw Self.unsupported(
                "A server cannot be asked for the rest of a page that the store has begun; ask it with an offset, or fetch the page with the policy `.local`.",
                M.self)
        }
        let digest = QueryDigest(query, entity, in: stack.schema).own
        let request = RemoteRequest(query)
        try await requests.run(digest) { [self] in
            let number = settled.beginRequest()
            defer { settled.endRequest(number) }
            let own = identity
            let start = try await stack.performOnStores(Self.readingOptions) { try RequestStart($0, own) }
            let payload = try await served(request)
            reach(.beforeMerging)
            try await store(payload, as: digest, of: request.model, since: number, start)
            reach(.afterMerging)
        }
    }

    /// Asks the server, and once more with other credentials if it does not accept those of the first time.
    private nonisolated(nonsending) func served(_ request: RemoteRequest) async throws -> RemotePayload {
        do {
            let payload: RemotePayload
            do { payload = try await source.fetch(request) } catch let failure as RemoteFailure
                where failure.isAboutCredentials
            {
                try await source.renewCredentials()
                payload = try await source.fetch(request)
            }
            connection.noteReached()
            return payload
        } catch {
            connection.note(error)
            throw error
        }
    }

    private nonisolated(nonsending) func store(
        _ payload: RemotePayload, as digest: String, of model: String, since request: Int,
        _ start: RequestStart
    ) async throws {
        let (rule, settled, times) = (rule, settled, times)
        try await stack.performOnStores(Self.servedOptions()) { context in
            let merge = ServedMerge(
                context: context, rule: rule, settled: { settled.settled(since: request) }, start: start)
            try merge.enter(payload)
            let now = times.now()
            if let query = try context.object(ObjectID<SyncQuery>(digest)) {
                (query.servedAt, query.isWhole) = (now, payload.isWhole)
            } else {
                try context.insert(
                    SyncQuery(digest: digest, entity: model, servedAt: now, isWhole: payload.isWhole))
            }
            try context.save()
        }
    }

    private static func unsupported<M: Model>(_ message: String, _ type: M.Type) -> GranaryError {
        GranaryError(.unsupported, message, context: .init(entity: M.modelDescription.name))
    }
}
