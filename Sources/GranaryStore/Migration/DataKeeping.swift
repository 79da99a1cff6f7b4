/// Keeps a copy of a store before a migration loses data.
struct DataKeeping {
    private let backend: any MigratingBackend.Type
    private let configuration: StoreConfiguration
    private let monitor: MigrationMonitor?

    init(
        _ backend: any MigratingBackend.Type, _ configuration: StoreConfiguration,
        _ monitor: MigrationMonitor?
    ) {
        self.backend = backend
        self.configuration = configuration
        self.monitor = monitor
    }

    /// Carries a plan out; if it loses data, keeps a copy of the store first.
    func migrate(_ request: StoreOpenRequest, _ plan: MigrationPlan) throws {
        let copy = try keep(plan)
        do {
            try monitor?.check()
            try backend.migrate(MigrationRequest(store: request, plan: plan, monitor: monitor))
        } catch {
            // No data was lost, so the copy is useless; a process that has migrated the store has kept its own.
            if let copy { try? backend.destroy(copy.configuration) }
            throw error
        }
    }

    /// Keeps a copy of the store, if a plan loses data and stores can be copied.
    func keep(_ plan: MigrationPlan) throws -> StoreCopy? {
        guard configuration.keepsLostData, plan.steps.contains(where: \.losesData),
            let backend = backend as? any CopyingBackend.Type
        else { return nil }
        return try backend.copy(configuration, as: .keeping)
    }
}
