/// An open store, which one or several stacks have.
final class SharedStore: Sendable {
    let store: any Store
    let place: StorePlace
    /// Whether a newer version of the program keeps it.
    let isOfNewerVersion: Bool
    /// The configurations it was opened for.
    let configurations: [StoreConfiguration]
    /// The integer keys for new objects, by the position of their entity in the schema.
    let keys: [KeySupply]
    /// The stacks that have it.
    let sharers: StoreSharers
    private let watch = SharedWatch()

    init(
        _ store: any Store, at place: StorePlace, for configurations: [StoreConfiguration],
        isOfNewerVersion: Bool, keys: [KeySupply], sharers: StoreSharers
    ) {
        self.store = store
        self.place = place
        self.configurations = configurations
        self.isOfNewerVersion = isOfNewerVersion
        self.keys = keys
        self.sharers = sharers
    }

    /// Throws if the store cannot serve a stack that attaches some configurations, as it is open for others.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for other options; ``GranaryError/Code/locked`` where it is open
    ///   without one of the configurations, for reading only, or without following others.
    func requireFit(_ group: [StoreConfiguration]) throws {
        for wanted in group {
            guard let present = configurations.first(where: { $0.name == wanted.name }) else {
                throw Self.refusal(
                    .locked, of: wanted,
                    "A stack that shares its stores has the store open without the configuration “\(wanted.name)”; attach the same configurations of the store in each stack."
                )
            }
            if present.isReadOnly && !wanted.isReadOnly {
                throw Self.refusal(
                    .locked, of: wanted,
                    "A stack that shares its stores has the store of “\(wanted.name)” open for reading only; attach it in that stack without `isReadOnly`, or here with it."
                )
            }
            // The store itself notifies others of its saves, and distinguishes theirs, only if it was opened for
            // that.
            if wanted.followsOthers && !present.followsOthers {
                throw Self.refusal(
                    .locked, of: wanted,
                    "A stack that shares its stores has the store of “\(wanted.name)” open without `followsOthers`; set it in that stack too, or leave it out here."
                )
            }
            if present.options != wanted.options {
                throw Self.refusal(
                    .configuration, of: wanted,
                    "A stack that shares its stores has the store of “\(wanted.name)” open with other options; give both the same."
                )
            }
        }
    }

    /// An error about the store of a configuration.
    static func refusal(
        _ code: GranaryError.Code, of configuration: StoreConfiguration, _ message: String
    ) -> GranaryError {
        var error = GranaryError(code, message)
        error.context.store = configuration.name
        error.context.storeType = configuration.type.name
        return error
    }

    /// Begins to notify a stack of what others save in the store, outside of the stacks that share it.
    ///
    /// - Throws: errors of a store that cannot be watched.
    func follow(_ follower: ForeignSaves) throws {
        guard let store = store as? any WatchedStore else { return }
        try watch.add(follower) { try store.watch(watch) }
    }

    /// Ends telling a stack of the saves of others.
    func unfollow(_ presence: StorePresence) { watch.remove(presence) }
}
