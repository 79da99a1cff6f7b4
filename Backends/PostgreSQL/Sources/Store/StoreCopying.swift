internal import GranaryStore
internal import GranarySQL

/// Copies the tables of a store into another schema of the database, and moves those of a copy back.
struct StoreCopying {
    private let configuration: StoreConfiguration
    private let migration: StoreMigration
    private var schema: String { migration.opening.options.schema }
    private var place: StorePlace { migration.opening.place }

    /// Prepares the work on the schema of a configuration; nothing is connected to yet.
    init(_ configuration: StoreConfiguration) throws {
        self.configuration = configuration
        migration = try StoreMigration(configuration)
    }

    // MARK: Copying

    func copy(as purpose: StoreCopy.Purpose) throws -> StoreCopy? {
        guard let held = try migration.storedSchema() else { return nil }
        // A kept copy too, until it is whole: others take it for remains once the process is gone.
        let (name, hold) = try working()
        var copied = configuration
        copied.options["schema"] = name
        copied.onIncompatible = .refuse
        copied.isReadOnly = false
        do {
            let described = Schema(stored: held)
            let request = StoreOpenRequest(
                configuration: copied, entities: described.entities, links: described.links,
                fingerprint: described.fingerprint)
            try PostgreSQLStore.open(request).close()
            let saves = try fill(name, held, purpose)
            if let kept = saves.kept { copied.options["schema"] = kept }
            return StoreCopy(
                configuration: copied, saves: saves.number, schema: held,
                hold: purpose == .keeping ? nil : hold)
        } catch {
            try? PostgreSQLStore.destroy(copied)
            throw error
        }
    }

    /// A name for a copy that is being made, and the hold that shows this to others.
    private func working() throws -> (String, CopyHold) {
        try migration.withConnection { connection in
            if migration.opening.options.keepsSettings { try removeAbandoned(connection) }
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            let name = names.workingPrefix + digits
            return (name, try CopyHold(name, migration.opening))
        }
    }

    private var names: NamesBeside { NamesBeside(schema) }

    /// Removes the working copies of this store that are no longer held.
    private func removeAbandoned(_ connection: Connection) throws {
        let found = try connection.texts(
            """
            SELECT nspname::pg_catalog.text FROM pg_catalog.pg_namespace \
            WHERE pg_catalog.left(nspname::pg_catalog.text, pg_catalog.length($1::pg_catalog.text)) = $1::pg_catalog.text
            """, .text(names.workingPrefix))
        for name in found where UInt64(name.dropFirst(names.workingPrefix.count), radix: 16) != nil {
            let isFree = try connection.texts(
                "SELECT pg_catalog.pg_try_advisory_lock(\(CopyHold.lock))::pg_catalog.text", .text(name))
            guard isFree == ["true"] else { continue }
            var abandoned = configuration
            abandoned.options["schema"] = name
            try? PostgreSQLStore.destroy(abandoned)
            _ = try connection.run("SELECT pg_catalog.pg_advisory_unlock(\(CopyHold.lock))", .text(name))
        }
    }

    /// Fills the empty store of a schema with the content of this one, and returns the number of the last save in it,
    /// and the name under which a copy to keep is kept.
    private func fill(
        _ name: String, _ held: StoredSchema, _ purpose: StoreCopy.Purpose
    ) throws -> (number: Int64, kept: String?) {
        try migration.withConnection { connection in
            try connection.sendBegin(.committed)
            try StoreContent(schema: schema, place: place).sendLock(on: connection)
            try connection.sync()
            try connection.finish()
            // The tables cannot change from here on, and those of another version may have other names.
            guard try StoreMigration.schema(schema, on: connection) == held else { throw changed }
            let present = held.tables.map { quoted(schema, $0.name) }
            // Saves under way end first; from here on there are none until the copy is complete.
            if !present.isEmpty {
                try connection.define("LOCK TABLE \(present.joined(separator: ", ")) IN SHARE MODE")
            }
            try migration.requireNoDrift(from: held, in: held.configurations, on: connection)
            let saves = try Self.saves(schema, on: connection)
            try connection.define("SET CONSTRAINTS ALL DEFERRED")
            for table in held.tables { try copy(table, to: name, on: connection) }
            for table in ["granary_schema", "granary_store"] {
                try connection.define("DELETE FROM \(quoted(name, table))")
                try connection.define(
                    "INSERT INTO \(quoted(name, table)) SELECT * FROM \(quoted(schema, table))")
            }
            try connection.define("SET CONSTRAINTS ALL IMMEDIATE")
            try copySequence(
                "\(quoted(schema, "granary_version"))", "\(quoted(name, "granary_version"))", connection)
            var kept: String?
            if purpose == .keeping {
                let aside = try StoreContent(schema: schema, place: place).asideName(on: connection)
                try connection.define(
                    "ALTER SCHEMA \(SQLName.quoted(name)) RENAME TO \(SQLName.quoted(aside))")
                kept = aside
            }
            try connection.commit()
            return (saves, kept)
        }
    }

    private func copy(_ table: StoredTable, to name: String, on connection: Connection) throws {
        let names = TableDefinition.names(table.heldColumns)
        let (old, new) = (quoted(schema, table.name), quoted(name, table.name))
        try connection.define(
            "INSERT INTO \(new) (\(names)) OVERRIDING SYSTEM VALUE SELECT \(names) FROM \(old)")
        guard !table.isPairs, table.key.count == 1, table.column(table.key[0])?.type == .integer else {
            return
        }
        let sequence = "pg_catalog.pg_get_serial_sequence($1::pg_catalog.text, $2::pg_catalog.text)"
        let key = Value.text(table.key[0])
        guard let from = try connection.texts("SELECT \(sequence)", .text(old), key).first,
            let to = try connection.texts("SELECT \(sequence)", .text(new), key).first
        else { return }
        try copySequence(from, to, connection)
    }

    private func copySequence(_ from: String, _ to: String, _ connection: Connection) throws {
        try connection.define(
            "SELECT pg_catalog.setval('\(escaped(to))'::pg_catalog.regclass, last_value, is_called) FROM \(from)"
        )
    }

    /// The number of the last save in a schema.
    static func saves(_ schema: String, on connection: Connection) throws -> Int64 {
        try connection.integer("SELECT last_value FROM \(SQLName.quoted(schema)).granary_version") ?? 0
    }

    private func quoted(_ schema: String, _ table: String) -> String {
        "\(SQLName.quoted(schema)).\(SQLName.quoted(table))"
    }

    private func escaped(_ name: String) -> String {
        name.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined()
    }

    private var changed: GranaryError {
        place.error(
            .conflict,
            "The store was changed while a copy of it was made; nothing was changed. Open it again.")
    }

    func copies() throws -> [StoreConfiguration] {
        let found = try migration.reading { connection in
            let own = try connection.texts(Self.beside, .text(names.stem + "_"))
            // Of the names that another store may share, those of copies of this one.
            let shared = names.formerStem == names.stem ? [] : try former(on: connection)
            return (own + shared).sorted { $0.suffix(22) < $1.suffix(22) }
        }
        return found.map { name in
            var kept = configuration
            kept.options["schema"] = name
            return kept
        }
    }

    private func former(on connection: Connection) throws -> [String] {
        guard let store = try StoreMetadata(connection, schema: schema)?.identity.id else { return [] }
        return try connection.texts(Self.beside, .text(names.formerStem + "_")).filter { name in
            try connection.texts("SELECT id::pg_catalog.text FROM \(quoted(name, "granary_store"))") == [
                store
            ]
        }
    }

    /// The schemas with a store whose names have a beginning and then a timestamp.
    private static let beside = """
        SELECT n.nspname::pg_catalog.text FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c \
        ON c.relnamespace = n.oid WHERE c.relname = 'granary_store' \
        AND pg_catalog.left(n.nspname::pg_catalog.text, pg_catalog.length($1::pg_catalog.text)) = $1::pg_catalog.text \
        AND pg_catalog.substr(n.nspname::pg_catalog.text, pg_catalog.length($1::pg_catalog.text) + 1) ~ '^[0-9]{8}T[0-9]+Z$' \
        ORDER BY 1
        """

    // MARK: Taking the place

    func replace(with copy: StoreCopy) throws {
        let other = try StoreCopying(copy.configuration)
        guard let held = try other.migration.storedSchema() else { throw changed }
        try migration.withConnection { connection in
            try connection.sendBegin(.committed)
            try StoreContent(schema: schema, place: place).sendLock(on: connection)
            try connection.sync()
            try connection.finish()
            guard try StoreMigration.schema(schema, on: connection) == copy.schema else { throw changed }
            let present = copy.schema.tables.map { quoted(schema, $0.name) }
            // The record first, as those who have the store open begin with it; another one takes its place.
            let locked = [quoted(schema, StoreMetadata.schemaTable)] + present
            try connection.define("LOCK TABLE \(locked.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE")
            try copy.requireUnchanged(
                saves: Self.saves(schema, on: connection),
                schema: try StoreMigration.schema(schema, on: connection))
            let own = StoreMetadata.ownTables + [StoreMetadata.schemaTable]
            let names = Set(held.tables.map(\.name) + own + ["granary_version"])
            let given = try GivenByOthers(
                to: copy.schema.tables.map(\.name) + own + ["granary_version"], in: schema, remaining: names,
                on: connection)
            let old = present + own.map { quoted(schema, $0) }
            do {
                try connection.define("DROP TABLE \(old.joined(separator: ", "))")
            } catch let failure as EngineError where failure.isAboutDependents {
                throw try migration.refusal(because: failure, copy.schema.tables.map(\.name)) ?? failure
            }
            try connection.define("DROP SEQUENCE \(quoted(schema, "granary_version"))")
            for table in held.tables.map(\.name) + own {
                try connection.define(
                    "ALTER TABLE \(quoted(other.schema, table)) SET SCHEMA \(SQLName.quoted(schema))")
            }
            try connection.define(
                "ALTER SEQUENCE \(quoted(other.schema, "granary_version")) SET SCHEMA \(SQLName.quoted(schema))"
            )
            try given.give(on: connection)
            try connection.define("DROP SCHEMA \(SQLName.quoted(other.schema))")
            try connection.commit()
        }
    }
}
