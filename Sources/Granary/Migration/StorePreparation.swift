/// Opens a store, and treats one that does not fit as its configuration says.
package struct StorePreparation {
    private let request: StoreOpenRequest
    private let backend: any StoreBackend.Type
    private let migrations: [any SchemaMigration]
    private let monitor: MigrationMonitor?
    /// Called before a store is migrated.
    private let willMigrate: () -> Void
    private var configuration: StoreConfiguration { request.configuration }

    /// The largest number of attempts while others change the store.
    private static let attempts = 5

    /// Prepares to open a store of a backend, with the migrations to the wanted schema.
    package init(
        _ request: StoreOpenRequest, _ backend: any StoreBackend.Type,
        _ migrations: [any SchemaMigration] = [], monitor: MigrationMonitor? = nil,
        willMigrate: @escaping () -> Void = {}
    ) {
        self.request = request
        self.backend = backend
        self.migrations = migrations
        self.monitor = monitor
        self.willMigrate = willMigrate
    }

    /// Opens the store; migrates or replaces one that does not fit first if its policy allows that.
    ///
    /// - Throws: ``GranaryError/Code/incompatible`` for a store that was left unchanged, with the plan if there is one;
    ///   ``GranaryError/Code/cancelled``, and what the monitor throws; errors of opening and migrating.
    package func open() throws -> any Store {
        var attempt = 1
        while true {
            switch try attemptToOpen() {
            case .opened(let store): return store
            case .misfit(let error, let isAboutData):
                guard attempt <= Self.attempts, try resolve(error, isAboutData) else { throw error }
            }
            attempt += 1
        }
    }

    /// Opens the store if it fits as it is; `nil` if its policy allows that it is changed first.
    ///
    /// - Throws: as ``open()``.
    package func openUnchanged() throws -> (any Store)? {
        switch try attemptToOpen() {
        case .opened(let store): return store
        case .misfit(let error, _):
            if mayChange { return nil }
            throw error
        }
    }

    /// Whether a store that does not fit may be changed.
    private var mayChange: Bool {
        backend is any MigratingBackend.Type && !configuration.isReadOnly
            && configuration.onIncompatible != .refuse
    }

    private enum Attempt {
        case opened(any Store)
        /// It does not fit; if only migrations of data are missing, that is no reason to replace it.
        case misfit(GranaryError, isAboutData: Bool)
    }

    private func attemptToOpen() throws -> Attempt {
        let store: any Store
        do {
            store = try backend.open(request)
        } catch let error as GranaryError where error.code == .incompatible {
            return .misfit(error, isAboutData: false)
        }
        do {
            guard let error = try missingData(in: store) else { return .opened(store) }
            try store.close()
            return .misfit(error, isAboutData: true)
        } catch {
            try? store.close()
            throw error
        }
    }

    /// The error for a store that has not been through every migration of data; `nil` if it has.
    private func missingData(in store: any Store) throws -> GranaryError? {
        guard !store.isNew, !request.migrations.isEmpty, let backend = backend as? any MigratingBackend.Type,
            let held = try backend.storedSchema(request)
        else { return nil }
        let past = Set(held.migrations.map(\.name))
        let missing = request.migrations.filter { !past.contains($0.name) }.compactMap(\.name)
        if missing.isEmpty { return nil }
        let names = missing.map { "“\($0)”" }.joined(separator: ", ")
        return GranaryError(
            .incompatible,
            "The store has not been through the migrations \(names); nothing was changed. Open it for writing, with onIncompatible set to migrate."
        )
    }

    /// Applies the policy; returns false if it refuses, or if the store cannot be migrated.
    private func resolve(_ error: GranaryError, _ isAboutData: Bool) throws -> Bool {
        guard mayChange, let backend = backend as? any MigratingBackend.Type else { return false }
        if configuration.onIncompatible == .migrate || isAboutData {
            return try migrate(backend, error, isAboutData)
        }
        try backend.remove(configuration, movingAside: configuration.onIncompatible == .moveAside)
        return true
    }

    private func migrate(
        _ backend: any MigratingBackend.Type, _ error: GranaryError, _ isAboutData: Bool
    ) throws -> Bool {
        guard let plan = try Self.plan(request, backend) else { return false }
        do {
            let route = try MigrationRoute(
                plan, to: StoredSchema(request), by: migrations,
                of: Set(request.entities.map(\.configuration)).sorted())
            // Where only data was missing, another process has been faster.
            if route.isEmpty { return isAboutData }
            willMigrate()
            try StagedMigration(request: request, backend: backend, route: route, monitor: monitor).run()
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
