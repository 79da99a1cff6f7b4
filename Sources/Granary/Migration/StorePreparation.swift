/// Opens a store, and does with one that does not fit what its configuration says.
package struct StorePreparation {
    private let request: StoreOpenRequest
    private let backend: any StoreBackend.Type
    private let migrations: [any SchemaMigration]
    /// Is told before a store is migrated.
    private let willMigrate: () -> Void
    private var configuration: StoreConfiguration { request.configuration }

    /// How often a store is looked at again that others change meanwhile.
    private static let attempts = 5

    /// Prepares the opening of a store of a backend, with the migrations that lead to what is wanted.
    package init(
        _ request: StoreOpenRequest, _ backend: any StoreBackend.Type,
        _ migrations: [any SchemaMigration] = [], willMigrate: @escaping () -> Void = {}
    ) {
        self.request = request
        self.backend = backend
        self.migrations = migrations
        self.willMigrate = willMigrate
    }

    /// Opens the store; migrates or replaces it first where that is its policy.
    ///
    /// - Throws: ``GranaryError/Code/incompatible`` for a store that does not fit and was left as it is, with the plan
    ///   where there is one; what opening and migrating throw.
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

    /// Does what the policy says; false when it says nothing, or nothing can be done.
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
            // Another one was faster: what there is now is looked at again.
        }
        return true
    }

    /// How the store of a request comes to hold what is wanted; `nil` when there is no store.
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
