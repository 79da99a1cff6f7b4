internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// Carries a plan out on a database file, in one transaction.
///
/// Tables are changed in place where SQLite can do that; otherwise a new table takes their rows and their place (as
/// SQLite's documentation of `ALTER TABLE` describes).
struct StoreMigration {
    let opening: StoreOpening
    private var place: StorePlace { opening.place }

    /// The schema that the store holds; `nil` without a file.
    func storedSchema() throws -> StoredSchema? {
        try OpenFiles.shared.withLock(of: opening.path) { files in
            guard let status = try opening.files.status(), status.size > 0 else { return nil }
            return try StoreInspection(opening).reading(
                whileOpen: files.isOpen(status.identity), Self.schema)
        }
    }

    /// The schema that an open store holds: the recorded one, or, in format 1, that of its tables.
    static func schema(on connection: Connection) throws -> StoredSchema {
        let metadata = try StoreMetadata(connection)
        if let schema = metadata.schema { return schema }
        var tables: [StoredTable] = []
        for configuration in metadata.identity.configurations {
            let names = try connection.texts(
                "SELECT DISTINCT \"table\" FROM granary_columns WHERE configuration = ?", .text(configuration)
            )
            for name in names {
                guard let found = try TableDefinition(found: name, on: connection) else { continue }
                tables.append(StoredTable(found: found, configuration: configuration))
            }
        }
        return StoredSchema(tables: tables)
    }

    /// Carries a plan out.
    func run(_ request: MigrationRequest) throws {
        try OpenFiles.shared.withLock(of: opening.path) { files in
            guard let status = try opening.files.status() else { _ = try request.isOpen(for: nil); return }
            if files.isOpen(status.identity), try !isLeft(request) { return }
            try opening.files.requireNotInUse(status, files, "migrated")
            let connection = try opening.connectForWriting(whileOpen: files.isOpen(status.identity))
            defer { connection.close() }
            try ConversionFunction.register(on: connection)
            let interruption = Interruption()
            interruption.aim(at: connection.handle)
            defer { interruption.end() }
            try request.monitor?.onCancel { interruption.request() }
            // Only outside of a transaction; afterwards every reference is checked at once.
            try connection.runOnce("PRAGMA foreign_keys = OFF")
            try connection.begin()
            do {
                if try request.isOpen(for: Self.schema(on: connection)) {
                    try carryOut(request, connection)
                }
                try request.monitor?.check()
                interruption.end()
                try connection.run("COMMIT")
            } catch {
                connection.rollBack()
                throw place.named(error)
            }
        }
    }

    /// Whether a plan is still to be carried out on a file that this process has open: another stack of it may have
    /// migrated and opened the store in between.
    private func isLeft(_ request: MigrationRequest) throws -> Bool {
        try StoreInspection(opening).reading(whileOpen: true) { connection in
            try request.isOpen(for: Self.schema(on: connection))
        }
    }

    private func carryOut(_ request: MigrationRequest, _ connection: Connection) throws {
        try requireNoDrift(from: request, on: connection)
        try TableMigration(request, opening.layout, connection).run()
        let broken = try connection.statement(
            "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 1")
        defer { broken.reset() }
        if try broken.step() {
            throw GranaryError(
                .constraint,
                "Rows of “\(broken.text(at: 0))” refer to rows of “\(broken.text(at: 1))” that do not exist; nothing was changed. Correct them first.",
                context: .init(entity: broken.text(at: 0), constraint: .reference))
        }
        try StoreMetadata.rewrite(
            opening.layout, from: request.plan.source, to: request.plan.target, on: connection)
        try StoreMetadata.record(request.plan.target, fingerprint: opening.fingerprint, on: connection)
        let metadata = try StoreMetadata(connection)
        let left = try difference(from: request.plan.target, request, metadata, connection)
        if !left.isEmpty { throw GranaryError.migratedOtherwise(left.findings) }
    }

    /// Throws if the tables differ from the store's record, so that a migration would lose or keep the wrong ones.
    private func requireNoDrift(from request: MigrationRequest, on connection: Connection) throws {
        let metadata = try StoreMetadata(connection)
        // A store of format 1 has no description beyond its tables.
        guard metadata.schema != nil else { return }
        let difference = try difference(from: request.plan.source, request, metadata, connection)
        if !difference.isEmpty { throw GranaryError.changedByOthers(difference.findings) }
    }

    /// How the tables that a request is about differ from those of a schema.
    private func difference(
        from schema: StoredSchema, _ request: MigrationRequest, _ metadata: StoreMetadata,
        _ connection: Connection
    ) throws -> SchemaDifference {
        let described = Schema(stored: schema)
        let names = request.concernedConfigurations
        let layout = SQLLayout(entities: described.entities(in: names), links: described.links(in: names))
        return try StoreSchema(layout: layout, wanted: schema).difference(from: metadata, on: connection)
    }
}
