internal import GranaryStore
internal import GranarySQL

/// Carries a plan out on the schema of a database, in one transaction.
struct StoreMigration {
    let opening: StoreOpening
    private var place: StorePlace { opening.place }

    /// The schema that the store holds; `nil` where there is none.
    func storedSchema() throws -> StoredSchema? {
        try reading { try Self.schema(opening.options.schema, on: $0) }
    }

    /// Runs a body that reads one state of the database.
    ///
    /// Through a pooler only a transaction has the settings by which the store's tables are found.
    func reading<R>(_ body: (Connection) throws -> R) throws -> R {
        try translating("migrating the store") {
            try opening.reading { connection in
                try connection.sendBegin(.snapshot)
                try connection.sync()
                try connection.finish()
                defer { connection.rollBack() }
                return try body(connection)
            }
        }
    }

    /// The schema that a store holds: the recorded one, or, in format 1, that of its tables.
    static func schema(_ name: String, on connection: Connection) throws -> StoredSchema? {
        try StoreMetadata(connection, schema: name).map { try schema($0, in: name, on: connection) }
    }

    /// The schema of a store: the recorded one, or for format 1 one made from its tables in a schema of the database.
    static func schema(
        _ metadata: StoreMetadata, in name: String, on connection: Connection
    ) throws -> StoredSchema {
        if let schema = metadata.schema { return schema }
        var tables: [StoredTable] = []
        for configuration in metadata.identity.configurations {
            let names = Set(metadata.tables[configuration] ?? [])
            tables += try FoundTables(name, names, on: connection).definitions
                .map { StoredTable(found: $0, configuration: configuration) }
        }
        return StoredSchema(tables: tables)
    }

    /// Carries a plan out; others who open, migrate or remove the store wait.
    func run(_ request: MigrationRequest) throws {
        try withConnection { connection in
            let interruption = Interruption()
            connection.interruption = interruption
            interruption.aim(at: connection.canceller)
            defer { interruption.end() }
            try request.monitor?.onCancel { interruption.request() }
            do {
                try connection.sendBegin(.committed)
                try StoreContent(schema: opening.options.schema, place: place).sendLock(on: connection)
                try connection.sync()
                try connection.finish()
                if try request.isOpen(for: Self.schema(opening.options.schema, on: connection)) {
                    try carryOut(request, connection)
                }
                try request.monitor?.check()
                interruption.end()
                connection.interruption = nil
            } catch let failure as EngineError where interruption.isRequested && failure.isStopped {
                throw Cancellation.error
            } catch let failure as EngineError where failure.isAboutDependents {
                let tables = request.plan.source.tables.map(\.name)
                throw try refusal(because: failure, tables) ?? failure
            }
            try connection.commit()
        }
    }

    private func carryOut(_ request: MigrationRequest, _ connection: Connection) throws {
        // First, so that others who have the store open either are done or wait, and then find another number.
        try KnownSchema.renumber(on: connection)
        try requireNoDrift(
            from: request.plan.source, in: Set(request.concernedConfigurations), on: connection)
        // A table with checks that wait for the end cannot be altered.
        try connection.define("SET CONSTRAINTS ALL IMMEDIATE")
        do {
            try TableMigration(request, opening.layout, opening.options.schema, connection).run()
        } catch let failure as EngineError where failure.isReferenceViolation {
            throw GranaryError(
                .constraint,
                "Rows of “\(failure.table ?? "a table")” refer to rows that do not exist; nothing was changed. Correct them first.",
                context: .init(entity: failure.table ?? "", constraint: .reference))
        }
        try StoreMetadata.rewrite(
            opening.layout, from: request.plan.source, to: request.plan.target, on: connection)
        try StoreMetadata.record(request.plan.target, fingerprint: opening.fingerprint, on: connection)
        let left = try difference(
            from: request.plan.target, in: Set(request.concernedConfigurations), on: connection)
        if let left, !left.isEmpty { throw GranaryError.migratedOtherwise(left.findings) }
    }

    /// The error that names the objects of others that depend on some tables, which therefore cannot be changed; `nil`
    /// if there are none.
    func refusal(because failure: EngineError, _ tables: [String]) throws -> GranaryError? {
        // On a separate connection: the failed transaction accepts no queries.
        let found = try withConnection {
            try BuiltUpon(tables, in: opening.options.schema, on: $0).names
        }
        if found.isEmpty { return nil }
        return place.error(
            .denied,
            "The tables cannot be changed, since others have built upon them: \(found.joined(separator: ", ")). Nothing was changed. Drop what is named, migrate, and make it again for the new version."
        )
    }

    /// Throws if the tables of some configurations differ from the store's record, so that a migration or a copy would
    /// lose something.
    func requireNoDrift(
        from source: StoredSchema, in configurations: Set<String>, on connection: Connection
    ) throws {
        let difference = try difference(from: source, in: configurations, on: connection)
        if let difference, !difference.isEmpty {
            throw GranaryError.changedByOthers(difference.findings)
        }
    }

    /// How the tables of some configurations differ from those of a schema; `nil` for a store of format 1, which has no
    /// description beyond its tables.
    private func difference(
        from source: StoredSchema, in configurations: Set<String>, on connection: Connection
    ) throws -> SchemaDifference? {
        guard let metadata = try StoreMetadata(connection, schema: opening.options.schema),
            metadata.schema != nil
        else { return nil }
        let recorded = Schema(stored: source)
        let names = configurations.sorted()
        let layout = SQLLayout(entities: recorded.entities(in: names), links: recorded.links(in: names))
        let schema = StoreSchema(layout: layout, wanted: source, name: opening.options.schema)
        return try schema.difference(from: metadata, on: connection)
    }

    /// Runs a body with a separate connection, which is closed afterwards.
    func withConnection<R>(
        doing what: String = "migrating the store", _ body: (Connection) throws -> R
    ) throws -> R {
        let connection = try ConnectionOpening(options: opening.options, place: place).open()
        defer { connection.close() }
        return try translating(what) {
            do { return try body(connection) } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    private func translating<R>(_ what: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let failure as EngineError {
            throw failure.translated(at: place, doing: what)
        } catch {
            throw place.named(error)
        }
    }
}
