/// Puts a store's data aside before a migration gives some of it up.
struct DataKeeping {
    private let backend: any MigratingBackend.Type
    private let configuration: StoreConfiguration

    init(_ backend: any MigratingBackend.Type, _ configuration: StoreConfiguration) {
        (self.backend, self.configuration) = (backend, configuration)
    }

    /// Carries a plan out, after a copy of the store is kept where the plan loses data.
    func migrate(_ request: StoreOpenRequest, _ plan: MigrationPlan) throws {
        let copy = try keep(plan)
        do {
            try backend.migrate(MigrationRequest(store: request, plan: plan))
        } catch {
            // Nothing was lost, so the copy is of no use; another starter has kept one of its own.
            if let copy { try? backend.destroy(copy.configuration) }
            throw error
        }
    }

    /// Keeps a copy of the store, if a plan loses data and stores can be copied.
    @discardableResult func keep(_ plan: MigrationPlan) throws -> StoreCopy? {
        guard configuration.keepsLostData, plan.steps.contains(where: \.losesData),
            let backend = backend as? any CopyingBackend.Type
        else { return nil }
        return try backend.copy(configuration, as: .keeping)
    }
}
