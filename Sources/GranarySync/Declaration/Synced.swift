public import Granary

/// Declares that the rows of a model are those of a server, in ``Schema/syncing(_:)``.
public struct Synced: Sendable {
    /// The name of the model.
    let model: String
    let writes: SyncedWrites
    /// Whether waiting writes of one object become one when they are sent.
    let coalesces: Bool
    /// How often a write is sent before it counts as refused; `nil` for any number.
    let attempts: Int?
    let conflicts: SyncedConflicts
    /// How old a write may be when the last attempt to send it fails; `nil` for any age.
    let expiry: Duration?
    /// The name of the source.
    let source: String
    /// The name of the lane.
    let lane: String
    /// Which rows are in memory.
    let cache: SyncedCache
    /// Whether keys of new objects are integers that the store reserves.
    let hasReservedKeys: Bool
    /// The properties of this side alone.
    let ignored: @Sendable (Entity) throws -> PropertySet
    /// The attribute with the server's id.
    let remoteID: @Sendable (Entity) throws -> PropertySet
    /// The attribute with the server's version of the row.
    let version: @Sendable (Entity) throws -> PropertySet

    /// Declares that a model is synced.
    ///
    /// - Parameters:
    ///   - model: the model; all synced models of a schema are in one configuration.
    ///   - writes: where saves go whose context does not say it (``ContextOptions/writes``).
    ///   - coalescing: whether waiting writes of one object become one when they are sent; otherwise the server gets
    ///     each of them.
    ///   - attempts: how often a write is sent to a server that does not answer before it counts as refused; at least
    ///     one. Without a number it is sent until there is an answer.
    ///   - expiry: how old a write is when it counts as refused after an attempt that the server does not answer. Without
    ///     a time it is sent until there is an answer.
    ///   - conflicts: what becomes of a write that the server refuses because it holds another state of the object,
    ///     where both sides have changed a property without a merge rule.
    ///   - source: the name of the source, where ``Repositories`` have several.
    ///   - lane: the name of the lane of the outbox in which writes of the model wait for one another (``OutboxLane``).
    ///   - cache: which rows repositories keep in memory, for objects by their identities. In a store that other processes
    ///     may write, ``StoreConfiguration/followsOthers`` has to be set. The section `sync` of a configuration may say
    ///     another size.
    ///   - ignoring: properties of this side alone, which are neither sent nor taken: `{ $0.note; $0.isPinned }`.
    ///   - remoteID: an optional unique attribute for what the server calls the object: `{ $0.serverID }`. Models whose
    ///     keys are integers that the store generates need it.
    ///   - version: a number or a date that the server makes larger with each change of the row: `{ $0.revision }`. A row
    ///     with a smaller one than the object has is not taken.
    public init<M: Model>(
        _ model: M.Type, writes: SyncedWrites = .local, coalescing: Bool = true, attempts: Int? = nil,
        expiry: Duration? = nil, conflicts: SyncedConflicts = .ask, source: String = "", lane: String = "",
        cache: SyncedCache = .none,
        @PropertyBuilder<M> ignoring: (M.Fields) -> [ModelProperty<M>] = PropertyBuilder<M>.none,
        @PropertyBuilder<M> remoteID: (M.Fields) -> [ModelProperty<M>] = PropertyBuilder<M>.none,
        @PropertyBuilder<M> version: (M.Fields) -> [ModelProperty<M>] = PropertyBuilder<M>.none
    ) {
        let (list, id, number) = (ignoring(M.fields), remoteID(M.fields), version(M.fields))
        self.model = M.modelDescription.name
        self.writes = writes
        self.attempts = attempts.map { max($0, 1) }
        self.conflicts = conflicts
        self.expiry = expiry
        self.source = source
        self.lane = lane
        self.cache = cache
        coalesces = coalescing
        hasReservedKeys = M.Key.generation == .reservedInteger
        ignored = { try $0.properties(list) }
        self.remoteID = { try $0.properties(id) }
        self.version = { try $0.properties(number) }
    }
}
