internal import Granary
internal import GranarySQL

/// Takes a store to another schema of the same database.
///
/// The tables get the other schema in one transaction, so that the store is at one place at every moment.
struct StoreMoving {
    private let source: StoreConfiguration
    private let target: StoreConfiguration
    private let old: StoreMigration
    private let new: StoreMigration
    private var oldName: String { old.opening.options.schema }
    private var newName: String { new.opening.options.schema }

    init(from source: StoreConfiguration, to target: StoreConfiguration) throws {
        (self.source, self.target) = (source, target)
        (old, new) = (try Self.migration(source), try Self.migration(target))
        guard old.opening.options.serverName == new.opening.options.serverName else {
            throw new.opening.place.error(
                .unsupported,
                "A store moves to another schema of its database, and not to another database. Name one of the same server and database."
            )
        }
    }

    init(_ move: StoreMove) throws { try self.init(from: move.source, to: move.target) }

    private static func migration(_ configuration: StoreConfiguration) throws -> StoreMigration {
        StoreMigration(
            opening: try StoreOpening(
                StoreOpenRequest(configuration: configuration, entities: [], links: [], fingerprint: "")))
    }

    private var content: StoreContent { StoreContent(schema: oldName, place: old.opening.place) }
    private var newContent: StoreContent { StoreContent(schema: newName, place: new.opening.place) }

    /// Looks at both places; nothing is changed.
    func prepare() throws -> StoreMove? {
        try new.withConnection(doing: Self.what) { try newContent.requireFree(on: $0) }
        return try old.withConnection(doing: Self.what) { connection in
            try connection.sendBegin(.snapshot)
            try connection.sync()
            try connection.finish()
            defer { connection.rollBack() }
            try content.requireHere(on: connection)
            guard let held = try StoreMigration.schema(oldName, on: connection) else { return nil }
            return StoreMove(
                from: source, to: target,
                copy: StoreCopy(
                    configuration: source, saves: try StoreCopying.saves(oldName, on: connection),
                    schema: held)
            )
        }
    }

    /// Moves the tables.
    func leave(_ copy: StoreCopy) throws {
        try old.withConnection(doing: Self.what) { connection in
            try connection.sendBegin(.committed)
            // In one order, so that two moves that cross do not wait for each other.
            for content in oldName < newName ? [content, newContent] : [newContent, content] {
                try content.sendLock(on: connection)
            }
            try connection.sync()
            try connection.finish()
            let tables = copy.schema.tables.map(\.name)
            if !tables.isEmpty {
                let names = tables.map { Self.quoted(oldName, $0) }.joined(separator: ", ")
                try connection.define("LOCK TABLE \(names) IN ACCESS EXCLUSIVE MODE")
            }
            try copy.requireUnchanged(
                saves: StoreCopying.saves(oldName, on: connection),
                schema: StoreMigration.schema(oldName, on: connection))
            try newContent.makeSchema(on: connection)
            try newContent.requireFree(on: connection)
            try newContent.forgetDestination(on: connection)
            try move(tables + StoreMetadata.tables + [StoreMetadata.schemaTable], on: connection)
            try content.noteDestination(new.opening.options.description, on: connection)
            try connection.commit()
        }
    }

    private func move(_ tables: [String], on connection: Connection) throws {
        let schema = SQLName.quoted(newName)
        for table in tables {
            try connection.define("ALTER TABLE \(Self.quoted(oldName, table)) SET SCHEMA \(schema)")
        }
        try connection.define(
            "ALTER SEQUENCE \(Self.quoted(oldName, "granary_version")) SET SCHEMA \(schema)")
    }

    /// Removes what the old schema says of the new one, and the schema if nothing else is in it.
    func forget() throws {
        try old.withConnection(doing: Self.what) { connection in
            try connection.sendBegin(.committed)
            try content.sendLock(on: connection)
            try connection.sync()
            try connection.finish()
            try content.forgetDestination(on: connection)
            try content.dropEmptySchema(on: connection)
            try connection.commit()
        }
    }

    private static let what = "moving the store"

    private static func quoted(_ schema: String, _ table: String) -> String {
        "\(SQLName.quoted(schema)).\(SQLName.quoted(table))"
    }
}
