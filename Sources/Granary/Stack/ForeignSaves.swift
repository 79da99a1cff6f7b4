/// Notifies contexts and observers of a stack that others have saved in a store of it.
final class ForeignSaves: Sendable {
    /// Weak, since the watching thread would keep a released stack alive.
    private weak let state: StackState?
    private weak let reach: StoreReach?
    private let unattended: UnattendedErrors
    /// The identifier of the store.
    private let store: String
    let presence: StorePresence

    /// Makes a watcher for a store.
    init(
        _ state: StackState, _ reach: StoreReach, _ unattended: UnattendedErrors,
        _ store: StoreCoordinator.Member
    ) {
        self.state = state
        self.reach = reach
        self.unattended = unattended
        self.store = store.store.identity.id
        presence = store.presence
    }

    /// Whether the stack was released without being closed.
    var isOver: Bool { state == nil }

    /// Notes whether the saves of others are reported from now on.
    func isTold(_ isTold: Bool) { _ = presence.setWatched(isTold) }

    /// Notifies the stack that others have saved in some tables, or in any; the store is watched then.
    func othersHaveSaved(in tables: Set<String>?) {
        let wasWatched = presence.setWatched(true)
        tell(tables)
        if !wasWatched { state?.openStores?.broadcaster.watchingDidChange() }
    }

    /// Notifies the stack that others may have saved, whether or not the store is watched.
    func tell(_ tables: Set<String>? = nil) {
        guard let coordinator = state?.openStores else { return }
        let changed = coordinator.schema.entities.filter { entity in
            coordinator.identifier(ofStoreOf: entity) == store && tables?.contains(entity.table) ?? true
        }
        // The rows are not known, so contexts reload their objects of these models.
        coordinator.broadcaster.postHere(
            SaveNotice(
                parts: changed.map { SaveNotice.Part(whole: $0.index) }, in: coordinator.presences),
            from: nil)
    }

    /// Notes that the store cannot be watched at present.
    func watchingFailed(_ error: any Error) {
        if presence.setWatched(false) { state?.openStores?.broadcaster.watchingDidChange() }
        if (error as? GranaryError)?.code.mayMeanLoss == true { reach?.suspect() }
        unattended.report(
            error, during: .watching,
            "A store cannot be watched for saves of others; what they save is noticed later.")
    }
}
