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
    /// Whether keys of new objects are integers that the store reserves.
    let hasReservedKeys: Bool
    /// The properties of this side alone.
    let ignored: @Sendable (Entity) throws -> PropertySet

    /// Declares that a model is synced.
    ///
    /// - Parameters:
    ///   - model: the model; all synced models of a schema are in one configuration.
    ///   - writes: where saves go whose context does not say it (``ContextOptions/writes``).
    ///   - coalescing: whether waiting writes of one object become one when they are sent; otherwise the server gets
    ///     each of them.
    ///   - attempts: how often a write is sent to a server that does not answer before it counts as refused; at least
    ///     one. Without a number it is sent until there is an answer.
    ///   - conflicts: what becomes of a write that the server refuses because it holds another state of the object,
    ///     where both sides have changed a property without a merge rule.
    ///   - ignoring: properties of this side alone, which are neither sent nor taken: `{ $0.note; $0.isPinned }`.
    public init<M: Model>(
        _ model: M.Type, writes: SyncedWrites = .local, coalescing: Bool = true, attempts: Int? = nil,
        conflicts: SyncedConflicts = .ask,
        @PropertyBuilder<M> ignoring: (M.Fields) -> [ModelProperty<M>] = PropertyBuilder<M>.none
    ) {
        let list = ignoring(M.fields)
        self.model = M.modelDescription.name
        self.writes = writes
        self.attempts = attempts.map { max($0, 1) }
        self.conflicts = conflicts
        coalesces = coalescing
        hasReservedKeys = M.Key.generation == .reservedInteger
        ignored = { try $0.properties(list) }
    }
}
