internal import Synchronization

/// Passes on to several stacks what the one watcher of a store learns.
final class SharedWatch: StoreWatcher {
    private struct State {
        var followers: [ForeignSaves] = []
        /// Whether the store is watched, even if that fails at present.
        var isWatched = false
        /// Whether watching has failed, and no save was reported since.
        var hasFailed = false
    }

    private let state: Mutex<State> = Mutex(State())

    /// Adds a follower; watches the store with the first one.
    func add(_ follower: ForeignSaves, _ watch: () throws -> Void) throws {
        let begins = state.withLock { state in
            state.followers.removeAll(where: \.isOver)
            state.followers.append(follower)
            // Before the watch, as the store may say at once that it cannot be watched at present, and in the lock, so
            // that this counts.
            follower.isTold(!state.hasFailed)
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if !begins { return }
        do { try watch() } catch {
            let others = state.withLock { state in
                state.isWatched = false
                state.followers.removeAll { $0 === follower }
                return state.followers
            }
            follower.isTold(false)
            // They took the store for a watched one; the next watch is theirs too.
            for other in others { other.watchingFailed(error) }
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
