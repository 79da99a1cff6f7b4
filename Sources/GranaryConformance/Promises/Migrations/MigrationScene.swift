import FoundationEssentials
import Granary

/// A store of one promise that is opened with one schema after the other.
struct MigrationScene {
    let bench: ConformanceBench
    /// The place of the store, whose configuration is that of every model unless a schema says otherwise.
    private let place: String

    /// A store of a promise, at the usual place unless another is named.
    init(_ bench: ConformanceBench, at place: String = "migrating") {
        self.bench = bench
        self.place = place
    }

    /// A schema of some models in one configuration, or in those named.
    static func schema(_ models: [ModelDescription], in placed: [String: [String]] = [:]) throws -> Schema {
        try Schema(
            "Migrating", descriptions: models.map { ($0, nil) },
            configurations: placed.isEmpty ? ["All": models.map(\.name)] : placed)
    }

    /// Opens the store with a schema, migrating it, and uses a session of it.
    @discardableResult
    func open<R>(
        _ schema: Schema, consents: Set<String> = [], policy: IncompatibleStorePolicy = .migrate,
        isReadOnly: Bool = false, keepsLostData: Bool = true, kind: StoreKind? = nil,
        telemetry: Telemetry = Telemetry(), _ body: (MigrationTables) throws -> R
    ) async throws -> R {
        let configurations = try schema.configurations.map { name in
            var configuration = try bench.configuration("All", at: place)
            configuration.name = name
            configuration.onIncompatible = policy
            configuration.consents = consents
            configuration.isReadOnly = isReadOnly
            configuration.keepsLostData = keepsLostData
            configuration.kind = kind
            return configuration
        }
        let stack = try bench.stack(of: configurations, schema: schema, telemetry: telemetry)
        do {
            try await stack.start()
            let store = try stack.coordinator().members[0].store
            let session = try store.makeSession()
            defer { session.end() }
            let result = try body(MigrationTables(schema: schema, store: store, session: session))
            try await stack.stop()
            try await stack.close()
            return result
        } catch {
            try? await stack.close()
            throw error
        }
    }

    /// Opens the store with a schema, expects a refusal with a code, and expects the store's content to be unchanged.
    @discardableResult
    func refuses(
        _ code: GranaryError.Code = .incompatible, _ schema: Schema, consents: Set<String> = [],
        policy: IncompatibleStorePolicy = .migrate, isReadOnly: Bool = false, kind: StoreKind? = nil,
        since old: Schema
    ) async throws -> GranaryError {
        let before = try await open(old) { try $0.everything() }
        let error = try await expectErrorAsync(code, "opening with the other schema") {
            try await open(
                schema, consents: consents, policy: policy, isReadOnly: isReadOnly, kind: kind
            ) { _ in }
        }
        try expectEqual(try await open(old) { try $0.everything() }, before, "what the store holds")
        return error
    }

    /// The configuration of the store.
    func configuration() throws -> StoreConfiguration { try bench.configuration("All", at: place) }

    /// A stack of the store with a schema, not started.
    func stack(_ schema: Schema) throws -> PersistentStack {
        let configurations = try schema.configurations.map { name in
            var configuration = try configuration()
            configuration.name = name
            return configuration
        }
        return try bench.stack(of: configurations, schema: schema)
    }

    /// The inspected store, which is not opened.
    func inspect() throws -> InspectedStore? {
        let backend = bench.harness.backend.type as? any InspectableBackend.Type
        return try unwrap(backend, "a backend whose stores can be inspected").inspect(configuration())
    }

    /// Reads the store by its recorded schema.
    func records<R>(_ body: (StoredRecords) throws -> R) throws -> R {
        let records = try StoredRecords(configuration(), backends: [bench.harness.backend])
        defer { records.close() }
        return try body(records)
    }

    /// The migrator of the store to a schema, used without a stack.
    func migrator(_ schema: Schema, consents: Set<String> = []) throws -> Migrator {
        var configuration = try configuration()
        configuration.consents = consents
        return try Migrator(
            schema, configuration, holding: schema.configurations, backends: [bench.harness.backend])
    }

    /// Removes the copies put aside, and returns their number.
    @discardableResult func dropKept(_ schema: Schema) throws -> Int {
        let migrator = try migrator(schema)
        let kept = try migrator.kept()
        for copy in kept { try migrator.drop(copy) }
        return kept.count
    }

    /// Removes the store.
    func end() throws { try bench.harness.backend.type.destroy(bench.configuration("All", at: place)) }
}
