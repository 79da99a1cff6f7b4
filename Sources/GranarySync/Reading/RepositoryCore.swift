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
    func report(_ error: any Error) {
        guard let coordinator = try? stack.coordinator() else { return }
        coordinator.errors.report(error, during: .sending, "The writes of an outbox could not be sent.")
    }

    /// What the store has of a query, and whether that is everything, in one state of the store.
    nonisolated(nonsending) func local<M: Model>(_ query: Query<M>) async throws -> Answer<M> {
        let rule = rule
        return try await stack.performOnStores(Self.readingOptions) { context in
            let snapshots = try context.fetch(query).map(\.snapshot)
            guard let entity = context.schema.entity(of: M.self), rule.captures(entity) else {
                return Answer(snapshots, isComplete: true, servedAt: nil)
            }
            let digests = QueryDigest(query, entity, in: context.schema).sufficient
            let served = try context.fetch(SyncQuery.where { $0.digest.isIn(digests) && $0.isWhole == true })
            let isComplete = !served.isEmpty && query.cursor == nil
            return Answer(snapshots, isComplete: isComplete, servedAt: served.map(\.servedAt).max())
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
            let payload = try await source.fetch(request)
            try await store(payload, as: digest, of: request.model, since: number)
        }
    }

    private nonisolated(nonsending) func store(
        _ payload: RemotePayload, as digest: String, of model: String, since request: Int
    ) async throws {
        let (rule, settled, times) = (rule, settled, times)
        try await stack.performOnStores(Self.servedOptions()) { context in
            let merge = ServedMerge(
                context: context, rule: rule, settled: { settled.settled(since: request) })
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
