import FoundationEssentials
import Granary

/// A store of one promise that is opened with one schema after the other.
struct MigrationScene {
    let bench: ConformanceBench
    /// The place of the store, whose configuration is that of every model unless a schema says otherwise.
    private let place = "migrating"

    init(_ bench: ConformanceBench) { self.bench = bench }

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
        _ body: (MigrationTables) throws -> R
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
        let stack = try bench.stack(of: configurations, schema: schema)
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

    /// What is known of the store without opening it.
    func inspect() throws -> InspectedStore? {
        let backend = bench.harness.backend.type as? any InspectableBackend.Type
        return try unwrap(backend, "a backend whose stores can be inspected").inspect(configuration())
    }

    /// Reads the store by what it has recorded.
    func records<R>(_ body: (StoredRecords) throws -> R) throws -> R {
        let records = try StoredRecords(configuration(), backends: [bench.harness.backend])
        defer { records.close() }
        return try body(records)
    }

    /// What migrates the store to a schema by itself.
    func migrator(_ schema: Schema, consents: Set<String> = []) throws -> Migrator {
        var configuration = try configuration()
        configuration.consents = consents
        return try Migrator(
            schema, configuration, holding: schema.configurations, backends: [bench.harness.backend])
    }

    /// Removes what was put aside, and says how much it was.
    @discardableResult func dropKept(_ schema: Schema) throws -> Int {
        let migrator = try migrator(schema)
        let kept = try migrator.kept()
        for copy in kept { try migrator.drop(copy) }
        return kept.count
    }

    /// Removes the store.
    func end() throws { try bench.harness.backend.type.destroy(bench.configuration("All", at: place)) }
}

/// The tables of an open store by the names of their models.
struct MigrationTables {
    let schema: Schema
    let store: any Store
    let session: any StoreSession

    func entity(_ name: String) throws -> Entity { try unwrap(schema.entity(name), "the entity \(name)") }

    /// Saves rows, given by the names of their properties.
    func insert(_ name: String, _ rows: [String: Value]...) throws {
        var changes = ChangeSet()
        changes.insert(try entity(name), rows)
        try session.committed(changes)
    }

    /// Adds pairs to a relationship from many to many.
    func connect(_ name: String, _ relationship: String, _ pairs: [(ObjectKey, ObjectKey)]) throws {
        let (table, isFirst) = try link(name, relationship)
        var batch = LinkBatch(table: table)
        batch.added = pairs.map { isFirst ? ($0, $1) : ($1, $0) }
        var changes = ChangeSet()
        changes.links = [batch]
        try session.committed(changes)
    }

    private func link(_ name: String, _ relationship: String) throws -> (table: LinkTable, isFirst: Bool) {
        let found = try entity(name).relationship(relationship)
        var link: (LinkTable, Bool)?
        if case .link(let table, let isFirst)? = found?.storage { link = (table, isFirst) }
        return try unwrap(link, "the pairs of \(name).\(relationship)")
    }

    /// The objects with which some objects are connected by a many-to-many relationship.
    func connected(_ name: String, _ relationship: String, of keys: [ObjectKey]) throws -> [[Value]] {
        let (table, isFirst) = try link(name, relationship)
        return try session.links(table, fromFirst: isFirst, of: keys).map { $0.values + $1.values }
    }

    /// The rows of a model in key order, by properties, without null values.
    func rows(_ name: String) throws -> [[String: Value]] {
        let entity = try entity(name)
        return try session.everything(of: entity).map { row in
            var named: [String: Value] = [:]
            for (column, value) in row.enumerated() where !value.isNull {
                named[entity.propertyName(entity.columns[column].property)] = value
            }
            return named
        }
    }

    /// The keys of the rows for which a property has a value, as the store finds them.
    func keys(_ name: String, where property: String, is value: Value) throws -> [Value] {
        let entity = try entity(name)
        var request = FetchRequest(entity: entity)
        request.predicate = .compare(.equal, .attribute(path: [], name: property), .literal(value))
        return try CompleteAnswer.rows(of: request, in: session, schema).map { $0[entity.keyColumns[0]] }
    }

    /// The keys of the rows that lead to an object by a relationship to one, as the store finds them.
    func keys(_ name: String, leadingBy relationship: String, to key: ObjectKey) throws -> [Value] {
        let entity = try entity(name)
        var request = FetchRequest(entity: entity)
        request.selection = .referring(relationship: relationship, to: [key])
        return try session.rows(request).map { $0[entity.keyColumns[0]] }
    }

    /// The rows of every model with their versions, by model.
    func everything() throws -> [String: [[Value]]] {
        var found: [String: [[Value]]] = [:]
        for entity in schema.entities { found[entity.name] = try session.rows(FetchRequest(entity: entity)) }
        return found
    }
}
