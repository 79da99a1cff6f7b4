/// Opens a store, and treats an incompatible one as its configuration says.
package struct StorePreparation {
    private let request: StoreOpenRequest
    private let backend: any StoreBackend.Type
    private let migrations: [any SchemaMigration]
    /// Called before a store is migrated.
    private let willMigrate: () -> Void
    private var configuration: StoreConfiguration { request.configuration }

    /// The largest number of attempts while others change the store.
    private static let attempts = 5

    /// Prepares to open a store of a backend, with the migrations to the wanted schema.
    package init(
        _ request: StoreOpenRequest, _ backend: any StoreBackend.Type,
        _ migrations: [any SchemaMigration] = [], willMigrate: @escaping () -> Void = {}
    ) {
        self.request = request
        self.backend = backend
        self.migrations = migrations
        self.willMigrate = willMigrate
    }

    /// Opens the store; migrates or replaces an incompatible one first if its policy allows that.
    ///
    /// - Throws: ``GranaryError/Code/incompatible`` for a store that was left unchanged, with the plan if there is one;
    ///   errors of opening and migrating.
    package func open() throws -> any Store {
        var attempt = 1
        while true {
            do {
                return try backend.open(request)
            } catch let error as GranaryError where error.code == .incompatible {
                guard attempt <= Self.attempts, try resolve(error) else { throw error }
            }
            attempt += 1
        }
    }

    /// Applies the policy; returns false if it refuses, or if the store cannot be migrated.
    private func resolve(_ error: GranaryError) throws -> Bool {
        guard let backend = backend as? any MigratingBackend.Type, !configuration.isReadOnly else {
            return false
        }
        switch configuration.onIncompatible {
        case .refuse: return false
        case .migrate: return try migrate(backend, error)
        case .moveAside, .delete:
            try backend.remove(configuration, movingAside: configuration.onIncompatible == .moveAside)
            return true
        }
    }

    private func migrate(_ backend: any MigratingBackend.Type, _ error: GranaryError) throws -> Bool {
        guard let plan = try Self.plan(request, backend), !plan.isEmpty else { return false }
        willMigrate()
        do {
            if migrations.isEmpty {
                if let refusal = plan.refusal(consents: configuration.consents) { throw refusal }
                try DataKeeping(backend, configuration).migrate(request, plan)
            } else {
                try StagedMigration(request: request, backend: backend, migrations: migrations)
                    .run(from: plan.source)
            }
        } catch var refusal as GranaryError where refusal.code == .incompatible {
            if refusal.context.store == nil { refusal.context = error.context }
            throw refusal
        } catch GranaryError.Code.conflict {
            // Another process was faster, so look at the store again.
        }
        return true
    }

    /// The plan for the store of a request; `nil` if there is no store.
    package static func plan(
        _ request: StoreOpenRequest, _ backend: any MigratingBackend.Type
    ) throws -> MigrationPlan? {
        try backend.storedSchema(request).map {
            MigrationPlan(
                from: $0, to: StoredSchema(request),
                configurations: Set(request.entities.map(\.configuration)))
        }
    }
}
