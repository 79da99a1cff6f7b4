/// Notifies contexts and observers that others have saved in a store of the stack.
final class ForeignSaves: StoreWatcher {
    /// Weak, since the watching thread would keep a released stack alive.
    private weak let state: StackState?
    private let unattended: UnattendedErrors
    /// The identifier of the store.
    private let store: String
    private let presence: StorePresence

    /// Makes a watcher for a store.
    init(_ state: StackState, _ unattended: UnattendedErrors, _ store: StoreCoordinator.Member) {
        self.state = state
        self.unattended = unattended
        self.store = store.store.identity.id
        presence = store.presence
    }

    func othersHaveSaved(in tables: Set<String>?) {
        let wasWatched = presence.setWatched(true)
        tell(tables)
        if !wasWatched { state?.openStores?.broadcaster.watchingDidChange() }
    }

    /// Tells that others may have saved, whether or not the store is watched.
    func tell(_ tables: Set<String>? = nil) {
        guard let coordinator = state?.openStores else { return }
        let changed = coordinator.schema.entities.filter { entity in
            coordinator.identifier(ofStoreOf: entity) == store && tables?.contains(entity.table) ?? true
        }
        // The rows are not known, so contexts reload their objects of these models.
        coordinator.broadcaster.post(
            SaveNotice(
                parts: changed.map { SaveNotice.Part(whole: $0.index) }, in: coordinator.presences),
            from: nil)
    }

    func watchingFailed(_ error: GranaryError) {
        if presence.setWatched(false) { state?.openStores?.broadcaster.watchingDidChange() }
        unattended.report(
            error, during: .watching,
            "A store cannot be watched for saves of others; what they save is noticed later.")
    }
}
