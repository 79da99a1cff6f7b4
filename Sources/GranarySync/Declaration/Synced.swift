public import Granary

/// Declares that the rows of a model are those of a server, in ``Schema/syncing(_:)``.
public struct Synced: Sendable {
    /// The name of the model.
    let model: String
    let writes: SyncedWrites
    /// Whether keys of new objects are integers that the store reserves.
    let hasReservedKeys: Bool
    /// The properties of this side alone.
    let ignored: @Sendable (Entity) throws -> PropertySet

    /// Declares that a model is synced.
    ///
    /// - Parameters:
    ///   - model: the model; all synced models of a schema are in one configuration.
    ///   - writes: where saves go whose context does not say it (``ContextOptions/writes``).
    ///   - ignoring: properties of this side alone, which are neither sent nor taken: `{ $0.note; $0.isPinned }`.
    public init<M: Model>(
        _ model: M.Type, writes: SyncedWrites = .local,
        @PropertyBuilder<M> ignoring: (M.Fields) -> [ModelProperty<M>] = PropertyBuilder<M>.none
    ) {
        let list = ignoring(M.fields)
        self.model = M.modelDescription.name
        self.writes = writes
        hasReservedKeys = M.Key.generation == .reservedInteger
        ignored = { try $0.properties(list) }
    }
}
