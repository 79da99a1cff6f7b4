/// Migrates a store to its schema by the chain of migrations that the schema has.
///
/// A migration without code runs on the store itself. Code runs on a copy on which the plan has been carried out; the
/// copy then replaces the store in one step, so that an interruption leaves either the old version or the new one.
struct StagedMigration {
    let request: StoreOpenRequest
    let backend: any MigratingBackend.Type
    let migrations: [any SchemaMigration]
    private var names: [String] { Set(request.entities.map(\.configuration)).sorted() }

    /// Carries out the migrations from a version to the wanted one; none if the store has the wanted version.
    func run(from held: StoredSchema) throws {
        let names = names
        let path = try MigrationPath(
            from: held.fingerprint(of: Set(names)), to: request.fingerprint, by: migrations, of: names)
        for edge in path.edges { try run(edge) }
    }

    private func run(_ edge: MigrationPath.Edge) throws {
        let migration = edge.migration as? any CodedMigration
        let target = StoreOpenRequest(to: edge.migration.target, names, request.configuration)
        guard let found = try backend.storedSchema(target),
            found.fingerprint(of: Set(names)) == edge.source
        else { throw Self.changed }
        var plan = MigrationPlan(from: found, to: StoredSchema(target), configurations: Set(names))
        let isCoded = migration?.hasCode ?? false
        if isCoded { plan = plan.leavingValuesToCode() }
        let consents = request.configuration.consents.union(migration?.consents ?? [])
        if let refusal = plan.refusal(consents: consents) { throw refusal }
        guard isCoded, let migration else {
            return try DataKeeping(backend, request.configuration).migrate(target, plan)
        }
        try run(migration, target, plan)
    }

    /// Carries a migration with code out on a copy, which then replaces the store.
    private func run(_ migration: any CodedMigration, _ target: StoreOpenRequest, _ plan: MigrationPlan)
        throws
    {
        guard let backend = backend as? any CopyingBackend.Type else {
            throw GranaryError(
                .unsupported,
                "Stores of the type “\(request.configuration.type)” cannot be copied, which a migration with code needs. Let a program move the data into a new store."
            )
        }
        guard let copy = try backend.copy(request.configuration, as: .working) else { throw Self.changed }
        guard copy.schema == plan.source else {
            try? backend.destroy(copy.configuration)
            throw Self.changed
        }
        do {
            var working = target
            working.configuration = copy.configuration
            try backend.migrate(MigrationRequest(store: working, plan: plan))
            try runCode(of: migration, on: working, backend)
            try DataKeeping(backend, request.configuration).keep(plan)
            try backend.replace(request.configuration, with: copy)
        } catch {
            try? backend.destroy(copy.configuration)
            throw error
        }
    }

    private func runCode(
        of migration: any CodedMigration, on working: StoreOpenRequest, _ backend: any CopyingBackend.Type
    ) throws {
        let found = try backend.inspect(request.configuration)
        guard let found else { throw Self.changed }
        let described = Schema(stored: found.schema)
        let old = try backend.open(StoreOpenRequest(reading: described, request.configuration))
        defer { try? old.close() }
        let records = try StoredRecords(found.schema, described, old, owns: false)
        defer { records.close() }
        let new = try backend.open(working)
        defer { try? new.close() }
        try migration.run(
            MigrationStage(
                old: records, new: new, schema: migration.target, configurations: names,
                configuration: request.configuration))
    }

    private static let changed = GranaryError(
        .conflict,
        "The store was changed while its migration was planned; nothing was changed. Open it again.")
}

extension StoreOpenRequest {
    /// Requests a store for some configurations of a schema.
    package init(to schema: Schema, _ names: [String], _ configuration: StoreConfiguration) {
        self.init(
            configuration: configuration, entities: schema.entities(in: names),
            links: schema.links(in: names),
            fingerprint: schema.fingerprint(of: names))
    }
}
