internal import Synchronization

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
    ///   without one of the configurations, or for reading only.
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

    /// Begins to tell a stack what others save in the store, outside of the stacks that share it.
    ///
    /// - Throws: errors of a store that cannot be watched.
    func follow(_ follower: ForeignSaves) throws {
        guard let store = store as? any WatchedStore else { return }
        try watch.add(follower) { try store.watch(watch) }
    }

    /// Ends telling a stack of the saves of others.
    func unfollow(_ presence: StorePresence) { watch.remove(presence) }
}

/// Passes on to several stacks what the one watcher of a store learns.
private final class SharedWatch: StoreWatcher {
    private struct State {
        var followers: [ForeignSaves] = []
        /// Whether the store is watched, even if that fails at present.
        var isWatched = false
        /// Whether watching has failed, and no save was told since.
        var hasFailed = false
    }

    private let state: Mutex<State> = Mutex(State())

    /// Adds a follower; watches the store with the first one.
    func add(_ follower: ForeignSaves, _ watch: () throws -> Void) throws {
        let (begins, hasFailed) = state.withLock { state in
            state.followers.append(follower)
            defer { state.isWatched = true }
            return (!state.isWatched, state.hasFailed)
        }
        // Before the watch, as the store may say at once that it cannot be watched at present.
        follower.isTold(!hasFailed)
        if !begins { return }
        do { try watch() } catch {
            state.withLock { $0 = State() }
            follower.isTold(false)
            throw error
        }
    }

    func remove(_ presence: StorePresence) {
        state.withLock { $0.followers.removeAll { $0.presence == presence } }
    }

    func othersHaveSaved(in tables: Set<String>?) {
        for follower in followers(afterFailure: false) { follower.othersHaveSaved(in: tables) }
    }

    func watchingFailed(_ error: GranaryError) {
        for follower in followers(afterFailure: true) { follower.watchingFailed(error) }
    }

    private func followers(afterFailure hasFailed: Bool) -> [ForeignSaves] {
        state.withLock { state in
            state.hasFailed = hasFailed
            return state.followers
        }
    }
}
