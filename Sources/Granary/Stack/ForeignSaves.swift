/// Notifies contexts and observers that others have saved in a store of the stack.
final class ForeignSaves: StoreWatcher {
    /// Weak, since the watching thread would keep a released stack alive.
    private weak let state: StackState?
    private let unattended: UnattendedErrors
    /// The identifier of the store.
    private let store: String

    /// Makes a watcher for the store with an identifier.
    init(_ state: StackState, _ unattended: UnattendedErrors, store: String) {
        self.state = state
        self.unattended = unattended
        self.store = store
    }

    func othersHaveSaved(in tables: Set<String>?) {
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
        unattended.report(
            error, during: .watching,
            "A store cannot be watched for saves of others; what they save is noticed later.")
    }
}
