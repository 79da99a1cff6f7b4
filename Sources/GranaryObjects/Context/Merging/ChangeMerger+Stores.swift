/// Changing to other open stores than at the last operation.
extension ChangeMerger {
    /// Detaches the objects of stores that are gone; a store that is reopened at its place counts as the same one.
    ///
    /// Their unsaved changes are lost, so that changes of one user never enter the store of the next.
    func storesDidChange(from last: StoreCoordinator) {
        let gone = graph.tables.filter {
            last.identifier(ofStoreOf: $0.entity) != access.coordinator.identifier(ofStoreOf: $0.entity)
        }
        if !gone.isEmpty {
            for table in gone where table.touched.contains(where: { $0._objectState.isPending }) {
                let message =
                    "The store of \(table.entity.name) was detached before the changes of its objects were saved; they are lost."
                access.coordinator.errors.report(
                    GranaryError(.closed, message, context: .init(entity: table.entity.name)),
                    during: .detaching, message)
            }
            graph.detachAll(in: gone)
            history.discardSteps()
        }
        // Claims are with the key supply of the stores that were open before.
        graph.lookup.keys.claimAgain()
        snapshotWillEnd()
    }
}
