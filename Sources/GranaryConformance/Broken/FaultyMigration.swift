package import Granary

/// How a migration goes wrong.
package protocol MigrationFault: Sendable {
    /// Carries a migration out wrongly, by means of a backend that does it rightly.
    static func migrate<Base: MigratingBackend>(_ request: MigrationRequest, _ base: Base.Type) throws
}

/// A backend whose migrations have a fault, over one whose migrations have none.
package enum FaultyMigration<Base: MigratingBackend, Fault: MigrationFault>: MigratingBackend {
    /// The same.
    package static var type: StoreType { Base.type }
    /// The same, except for those that need more than migrating.
    package static var capabilities: Capabilities {
        Base.capabilities.subtracting([.copying, .inspection, .moving])
    }
    /// The same.
    package static var options: [StoreOption] { Base.options }

    /// The same place.
    package static func location(of configuration: StoreConfiguration) throws -> String? {
        try Base.location(of: configuration)
    }
    /// Opens the store.
    package static func open(_ request: StoreOpenRequest) throws -> any Store { try Base.open(request) }
    /// Removes the store.
    package static func destroy(_ configuration: StoreConfiguration) throws {
        try Base.destroy(configuration)
    }
    /// The schema that the store holds.
    package static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema? {
        try Base.storedSchema(request)
    }
    /// Migrates with the fault.
    package static func migrate(_ request: MigrationRequest) throws { try Fault.migrate(request, Base.self) }
    /// Removes the store.
    package static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws {
        try Base.remove(configuration, movingAside: movingAside)
    }
}

/// Loses one row on the way.
package enum ForgottenRow: MigrationFault {
    /// Migrates, and removes the first row of a table.
    package static func migrate<Base: MigratingBackend>(_ request: MigrationRequest, _ base: Base.Type) throws
    {
        try base.migrate(request)
        let store = try base.open(request.store)
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        for entity in request.store.entities {
            guard let row = try session.rows(FetchRequest(entity: entity)).first,
                let key = ObjectKey(entity.keyColumns.map { row[$0] })
            else { continue }
            return try _ = session.committed(.deleting(entity, key, version: nil))
        }
    }
}

/// Records success after a failure: a new store takes the place of the one that could not be migrated.
package enum RecordedFailure: MigrationFault {
    /// Migrates, and starts over if that fails.
    package static func migrate<Base: MigratingBackend>(_ request: MigrationRequest, _ base: Base.Type) throws
    {
        do {
            try base.migrate(request)
        } catch {
            try base.destroy(request.store.configuration)
            try base.open(request.store).close()
        }
    }
}

extension ConformanceHarness {
    /// The same backend with a fault in its migrations; `nil` for one that does not migrate.
    package func faulty<Fault: MigrationFault>(_ fault: Fault.Type) -> ConformanceHarness? {
        func wrapped<Base: MigratingBackend>(_ base: Base.Type) -> Backend {
            Backend(FaultyMigration<Base, Fault>.self)
        }
        guard let base = backend.type as? any MigratingBackend.Type else { return nil }
        var harness = self
        harness.backend = wrapped(base)
        harness.capabilities = harness.backend.type.capabilities
        harness.usesStoresAgain = false
        return harness
    }

    /// Whether the promise about migrations whose name begins so is kept without the fault, and broken with it.
    package func isCaught<Fault: MigrationFault>(_ fault: Fault.Type, by name: String) async throws -> Bool {
        let promise = ConformancePromise.all.first {
            $0.category == .migrations && $0.name.hasPrefix(name)
        }
        guard let promise, let faulty = faulty(fault), case .success = await promise.check(on: self),
            case .failure = await promise.check(on: faulty)
        else { return false }
        return true
    }
}
