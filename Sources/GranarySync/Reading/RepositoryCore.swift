import FoundationEssentials
import Granary
import Synchronization

/// What the repositories of one stack share.
final class RepositoryCore: Sendable {
    let stack: PersistentStack
    let sources: SourceRegistry
    let rule: SyncRule
    let times: SyncTimes
    let settled = SettledWrites()
    let doubts = ServedDoubts()
    /// Who these repositories are among those of all processes on the store.
    let identity = UUID()
    let watch: EntryWatch
    let ends = WriteEnds()
    let behind = ErrorsBehind()
    let requests = RequestsUnderWay()
    /// Why nothing is sent now, if it is paused.
    let pauses = OutboxPauses()
    /// When writes are sent.
    let sending: OutboxSending
    /// The lanes, which send concurrently.
    let lanes: [LaneKey]
    /// How many batches of a lane are on their way at one time, by its name.
    let widths: [String: Int]
    /// How many calls have everything sent now.
    let flushes = Mutex(0)
    /// What is to be sent, while something sends.
    let plan = Mutex<OutboxPlan?>(nil)
    let reach: @Sendable (SyncPoint) -> Void
    /// What the program may do, for every reader.
    let access: AccessPolicy
    /// Who is to look again when the access has changed.
    let accessObservers = SaveObservers()
    /// The rows that are in memory.
    let caches: ModelCaches
    /// Says that the stack has repositories, for as long as they are used.
    private let mark: RepositoriesMark

    init(
        _ stack: PersistentStack, _ sources: SourceRegistry, _ rule: SyncRule, _ entries: Entity,
        _ times: SyncTimes, _ options: OutboxOptions, _ access: AccessPolicy, _ caches: ModelCaches,
        _ mark: RepositoriesMark,
        _ reach: @escaping @Sendable (SyncPoint) -> Void
    ) {
        self.stack = stack
        self.sources = sources
        self.rule = rule
        self.times = times
        self.access = access
        self.caches = caches
        self.mark = mark
        self.reach = reach
        sending = options.sending
        lanes = rule.lanes
        widths = Dictionary(options.lanes.map { ($0.name, $0.width) }) { _, last in last }
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

    /// The entity of a synced model.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for a model that is not synced.
    func synced<M: Model>(_ model: M.Type) throws -> Entity {
        if let entity = stack.schema.entity(of: M.self), rule.captures(entity) { return entity }
        throw Self.unsupported(
            "\(M.modelDescription.name) is not synced, so no server has its objects; use the policy `.local`, or name the model in `syncing`.",
            M.self)
    }

    /// The digests of what a synced model is asked for.
    func queryDigest<M: Model>(of target: ReadTarget<M>) -> QueryDigest? {
        guard let entity = try? synced(M.self) else { return nil }
        return QueryDigest(target.request, entity, in: stack.schema)
    }

    /// The digest of what a synced model is asked for.
    func digest<M: Model>(of target: ReadTarget<M>) -> String? { queryDigest(of: target)?.own }

    /// The source of an entity.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` if it is not there now.
    func source(of entity: Entity) throws -> SourceSlot {
        try sources.required(rule.models[entity.index]?.source ?? "", for: entity.name)
    }

    /// Why the server of a synced model cannot be reached, if the last attempt has not found it.
    func connectionProblem<M: Model>(of model: M.Type) -> GranaryError? {
        guard let entity = try? synced(model) else { return nil }
        return (try? source(of: entity))?.connection.problem
    }

    static func unsupported<M: Model>(_ message: String, _ type: M.Type) -> GranaryError {
        GranaryError(.unsupported, message, context: .init(entity: M.modelDescription.name))
    }
}
