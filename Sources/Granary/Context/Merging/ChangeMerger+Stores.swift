import Logging

/// What follows when other stores are open than at the last operation.
extension ChangeMerger {
    /// Detaches the objects of stores that are gone; a store that is opened again at its place is the same one.
    ///
    /// Unsaved changes of theirs are dropped, so that nothing of one user's comes into the store of the next.
    func storesDidChange(from last: StoreCoordinator) {
        let gone = graph.tables.filter {
            last.identifier(ofStoreOf: $0.entity) != access.coordinator.identifier(ofStoreOf: $0.entity)
        }
        if !gone.isEmpty {
            for table in gone where table.touched.contains(where: { $0.objectState.isPending }) {
                access.coordinator.logger.warning(
                    "The store of \(table.entity.name) was detached before the changes of its objects were saved; they are lost."
                )
            }
            graph.detachAll(in: gone)
            history.forgetSteps()
        }
        graph.keys.claimAgain()
        snapshotWillEnd()
    }
}
