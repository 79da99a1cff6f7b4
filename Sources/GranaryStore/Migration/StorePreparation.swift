/// Opens a store, and treats one that does not fit by its configuration's policy.
package struct StorePreparation {
    private let request: StoreOpenRequest
    private let backend: any StoreBackend.Type
    private let migrations: [any SchemaMigration]
    private let monitor: MigrationMonitor?
    /// Called before a store is migrated.
    private let willMigrate: () -> Void
    /// Called after a store that does not fit was changed.
    private let didTreat: (StoreTreatment) -> Void
    /// Called when the store of a newer version is opened for reading only; without it, such a store is refused.
    private let willOnlyRead: (() -> Void)?
    private var configuration: StoreConfiguration { request.configuration }

    /// The attempts to open the store while others change it.
    private struct Attempts {
        /// The number of the attempt since the store has had its current schema.
        private(set) var number = 1
        /// Whether the store was moved aside or removed, so that a new one is made.
        var hasReplaced = false
        private var source: StoredSchema?
        private var total = 1
        /// When to give up waiting for others that have the store open without migrating it further.
        private var patience: Deadline?
        /// How many milliseconds to wait for others that have the store open.
        private static let mostPatience = 3_000

        /// Whether there may be another one.
        ///
        /// At each migration on a long path another process may be faster and migrate the store.
        var areLeft: Bool { number <= 5 && total <= 100 }

        /// Notes the schema that the store was found with.
        mutating func find(_ schema: StoredSchema) {
            if schema != source {
                number = 1
                // With many starters and a long path, each waits for the others at every migration.
                patience = nil
            }
            source = schema
        }

        mutating func goOn() {
            number += 1
            total += 1
        }

        /// Pauses before the same attempt is made again, since another starter has the store open; false once that has
        /// taken too long.
        mutating func pause() -> Bool {
            let end = patience ?? Deadline(millisecondsFromNow: Self.mostPatience)
            patience = end
            if end.isPast { return false }
            let monitor = Monitor()
            monitor.withLock { _ = monitor.wait(until: Deadline(millisecondsFromNow: 20)) }
            number -= 1
            return true
        }
    }

    /// Prepares to open a store of a backend, with the migrations to the wanted schema.
    package init(
        _ request: StoreOpenRequest, _ backend: any StoreBackend.Type,
        _ migrations: [any SchemaMigration] = [], monitor: MigrationMonitor? = nil,
        willMigrate: @escaping () -> Void = {}, didTreat: @escaping (StoreTreatment) -> Void = { _ in },
        willOnlyRead: (() -> Void)? = nil
    ) {
        self.request = request
        self.backend = backend
        self.migrations = migrations
        self.monitor = monitor
        self.willMigrate = willMigrate
        self.didTreat = didTreat
        self.willOnlyRead = willOnlyRead
    }

    /// Opens the store; migrates or replaces one that does not fit first if its policy allows that.
    ///
    /// - Throws: ``GranaryError/Code/incompatible`` for a store that was left unchanged, with the plan if there is one;
    ///   ``GranaryError/Code/newer`` for one that a newer program has migrated; ``GranaryError/Code/cancelled``, and
    ///   any error of the monitor; errors of opening and migrating.
    package func open() throws -> any Store {
        var attempts = Attempts()
        while true {
            switch try attemptToOpen(anew: attempts.hasReplaced) {
            case .opened(let store): return store
            case .misfit(let error, let held, let isAboutData):
                guard attempts.areLeft, try resolve(error, held, isAboutData, &attempts) else { throw error }
            }
            attempts.goOn()
        }
    }

    /// Opens the store if it fits as it is; `nil` if its policy allows that it is changed first.
    ///
    /// - Throws: as ``open()``.
    package func openUnchanged() throws -> (any Store)? {
        switch try attemptToOpen() {
        case .opened(let store): return store
        case .misfit(let error, _, _):
            if mayChange { return nil }
            throw error
        }
    }

    /// Whether the store is there and lacks tables of a configuration, which opening it would add.
    ///
    /// - Throws: any error from inspecting the store.
    package func wouldAddTables() throws -> Bool {
        guard !configuration.isReadOnly, let backend = backend as? any MigratingBackend.Type,
            let held = try backend.storedSchema(request)
        else { return false }
        return !held.configurations.isSuperset(of: names)
    }

    /// Whether a store that does not fit may be changed.
    private var mayChange: Bool {
        backend is any MigratingBackend.Type && !configuration.isReadOnly
            && configuration.onIncompatible != .refuse
    }

    private enum Attempt {
        case opened(any Store)
        /// It does not fit, with the schema that it was found with, unless that cannot be read; if only migrations of
        /// data are missing, that is no reason to replace it.
        case misfit(GranaryError, StoredSchema?, isAboutData: Bool)
    }

    private func attemptToOpen(anew: Bool = false) throws -> Attempt {
        var request = request
        if anew { request.mustExist = false }
        let store: any Store
        do {
            store = try backend.open(request)
        } catch let error as GranaryError where error.code == .incompatible {
            let held =
                try? error.recorded as? StoredSchema
                ?? (backend as? any MigratingBackend.Type)?.storedSchema(request)
            if let held, let store = try openNewer(error, held) { return .opened(store) }
            return .misfit(error, held, isAboutData: false)
        }
        do {
            guard let (error, held) = try missingData(in: store) else { return .opened(store) }
            try store.close()
            return .misfit(error, held, isAboutData: true)
        } catch {
            try? store.close()
            throw error
        }
    }

    /// The error for a store that has not been through every migration of data, and its schema; `nil` if it has.
    private func missingData(in store: any Store) throws -> (GranaryError, StoredSchema)? {
        guard !store.isNew, !request.migrations.isEmpty, let backend = backend as? any MigratingBackend.Type,
            let held = try (store as? any RecordingStore)?.recorded ?? backend.storedSchema(request)
        else { return nil }
        let past = Set(held.migrations.map(\.name))
        let missing = request.migrations.filter { !past.contains($0.name) }.compactMap(\.name)
        if missing.isEmpty { return nil }
        let names = missing.map { "“\($0)”" }.joined(separator: ", ")
        let error = GranaryError(
            .incompatible,
            "The store has not been through the migrations \(names); nothing was changed. Open it for writing, with onIncompatible set to migrate."
        )
        return (error, held)
    }

    /// Opens a store that a newer program has migrated, which is neither reverted nor replaced, for reading if the
    /// newer version allows that; `nil` for any other store.
    ///
    /// - Throws: ``GranaryError/Code/newer``; errors of opening.
    private func openNewer(_ error: GranaryError, _ held: StoredSchema) throws -> (any Store)? {
        let wanted = StoredSchema(request)
        guard var refusal = held.refusal(ofOlder: wanted, by: migrations, of: names) else { return nil }
        refusal.context = error.context
        guard let willOnlyRead, held.isReadable(byOlderVersionsOf: names) else { throw refusal }
        var missing = held.missing(from: wanted)
        if missing.isEmpty {
            var reading = request
            reading.configuration.isReadOnly = true
            reading.toleratesAdditions = true
            do {
                let store = try backend.open(reading)
                willOnlyRead()
                return store
            } catch let error as GranaryError where error.code == .incompatible {
                // Another process may have migrated it once more; or the backend reads no tables with additions.
                missing = [error.message]
            }
        }
        refusal.message +=
            " The newer version lets older ones read the store, but not this one: \(missing.joined(separator: "; "))."
        throw refusal
    }

    private var names: [String] { Set(request.entities.map(\.configuration)).sorted() }

    /// Applies the policy; returns false if it refuses, or if the store cannot be migrated.
    ///
    /// A policy to replace the store begins where every migration ends: at an obstacle, or a loss without consent.
    private func resolve(
        _ error: GranaryError, _ held: StoredSchema?, _ isAboutData: Bool, _ attempts: inout Attempts
    ) throws -> Bool {
        guard mayChange, let backend = backend as? any MigratingBackend.Type else { return false }
        // If it could not be read, that error says why.
        guard let held = try held ?? backend.storedSchema(request) else { return true }
        let plan = Self.plan(request, from: held)
        attempts.find(held)
        let path = MigrationPath(
            plan, to: StoredSchema(request), by: migrations, of: names,
            consents: configuration.consents)
        let replaces = configuration.onIncompatible != .migrate && !isAboutData
        if path.stages?.isEmpty == true {
            // Another process may have been faster. If it was not, the tables differ from the store's record.
            if isAboutData || attempts.number == 1 { return true }
            return try replaces && replace(backend, &attempts)
        }
        if replaces, isTooDear(path) || Self.isImpossible(path, backend) {
            return try replace(backend, &attempts)
        }
        do {
            try migrate(backend, path)
        } catch GranaryError.Code.conflict {
            // Another process was faster, so look at the store again.
        } catch let error as GranaryError where error.code == .locked && attempts.pause() {
            // Another starter looks at the store or copies it, which ends by itself.
        } catch let failure as MigrationCodeFailure {
            // The program's own code may throw any error; none of them is a reason to replace the store.
            if case GranaryError.Code.conflict = failure.cause { return true }
            throw failure.cause
        } catch var refusal as GranaryError {
            let isOwn = monitor?.hasThrown != true
            if replaces, isOwn, Self.isOfRows(refusal, path) { return try replace(backend, &attempts) }
            if refusal.code == .incompatible, refusal.context.store == nil { refusal.context = error.context }
            throw refusal
        }
        return true
    }

    private func migrate(_ backend: any MigratingBackend.Type, _ path: MigrationPath) throws {
        if let refusal = path.refusal { throw refusal }
        willMigrate()
        try MigrationPath.Execution(request: request, backend: backend, path: path, monitor: monitor).run()
        didTreat(.migrated)
    }

    /// Whether the content of the store is not worth the migration: if it can be restored, no row is touched.
    private func isTooDear(_ path: MigrationPath) -> Bool {
        let isRestorable = configuration.kind == .purgeable || configuration.kind == .runtime
        return isRestorable && configuration.onIncompatible == .delete && path.touchesRows
    }

    /// Whether the comparison of the store with its models shows that no migration leads there: a step is impossible or
    /// lacks consent, a migration is missing, or the backend cannot run code.
    private static func isImpossible(
        _ path: MigrationPath, _ backend: any MigratingBackend.Type
    ) -> Bool {
        if let refusal = path.refusal { return refusal.code == .incompatible }
        return path.runsCode && !(backend is any CopyingBackend.Type)
    }

    /// Whether the tables are not those that were compared, or the rows do not allow a plan without code, as the
    /// backend has found.
    private static func isOfRows(_ failure: GranaryError, _ path: MigrationPath) -> Bool {
        switch failure.code {
        case .incompatible: true
        case .constraint, .invalidValue: !path.runsCode
        default: false
        }
    }

    private func replace(_ backend: any MigratingBackend.Type, _ attempts: inout Attempts) throws -> Bool {
        let movesAside = configuration.onIncompatible == .moveAside
        try backend.remove(configuration, movingAside: movesAside)
        attempts.hasReplaced = true
        didTreat(movesAside ? .movedAside : .removed)
        return true
    }

    /// The plan for a store that holds a schema.
    package static func plan(_ request: StoreOpenRequest, from held: StoredSchema) -> MigrationPlan {
        MigrationPlan(
            from: held, to: StoredSchema(request), configurations: Set(request.entities.map(\.configuration))
        ).beside(request.outside)
    }
}
