internal import GranaryStore
internal import GranarySQL

/// Takes a store to another schema of the same database, or delegates to the move to another database.
///
/// Within a database the tables get the other schema in one transaction, so that the store is at one place at all
/// times.
struct StoreMoving {
    private let source: StoreConfiguration
    private let target: StoreConfiguration
    private let old: StoreMigration
    private let new: StoreMigration
    private var oldName: String { old.opening.options.schema }
    private var newName: String { new.opening.options.schema }

    init(from source: StoreConfiguration, to target: StoreConfiguration) throws {
        self.source = source
        self.target = target
        old = try StoreMigration(source)
        new = try StoreMigration(target)
    }

    init(_ move: StoreMove) throws { try self.init(from: move.source, to: move.target) }

    private var content: StoreContent { StoreContent(schema: oldName, place: old.opening.place) }
    private var newContent: StoreContent { StoreContent(schema: newName, place: new.opening.place) }

    /// Checks both places; to another database, the store is copied.
    func prepare() throws -> StoreMove? {
        let target = try new.withConnection(doing: Self.what) { connection in
            // The other end of a move that was cut short is here.
            try StoreArrival(new.opening).finishOrAbandon(on: connection, asking: old)
            try newContent.requireFree(on: connection)
            return try ServerDatabase(connection)
        }
        let source = try old.withConnection(doing: Self.what) { try ServerDatabase($0) }
        if source == target { return try prepareHere() }
        return try DatabaseMoving(from: self.source, to: self.target)
            .prepare(isSameServer: source.server == target.server)
    }

    private func prepareHere() throws -> StoreMove? {
        try old.withConnection(doing: Self.what) { connection in
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

    /// Moves the tables within the database.
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
            // The record first, with which every transaction begins, so that none that has begun waits for the tables.
            let names = [StoreMetadata.schemaTable] + tables
            let locked = names.map { Self.quoted(oldName, $0) }.joined(separator: ", ")
            try connection.define("LOCK TABLE \(locked) IN ACCESS EXCLUSIVE MODE")
            try copy.requireUnchanged(
                saves: StoreCopying.saves(oldName, on: connection),
                schema: StoreMigration.schema(oldName, on: connection))
            try newContent.makeSchema(on: connection)
            try newContent.requireFree(on: connection)
            try newContent.removeDestination(on: connection)
            try newContent.adopt(
                tables + StoreMetadata.ownTables + [StoreMetadata.schemaTable], from: oldName, on: connection)
            try content.write(MoveNote(destination: new.opening.options.description), on: connection)
            try connection.commit()
        }
    }

    /// Removes the note about the new schema from the old one, and the old schema if nothing else is in it.
    func forget() throws {
        try old.withConnection(doing: Self.what) { connection in
            try old.begin(on: connection)
            try content.removeDestination(on: connection)
            try content.dropEmptySchema(on: connection)
            try connection.commit()
        }
    }

    /// The operation, for errors.
    static let what = "moving the store"

    private static func quoted(_ schema: String, _ table: String) -> String {
        "\(SQLName.quoted(schema)).\(SQLName.quoted(table))"
    }
}

/// The database and server that a connection has reached, regardless of the names that led there.
private struct ServerDatabase: Equatable {
    /// When the server was started, which two servers do not have in common.
    let server: String
    /// The database.
    let name: String

    init(_ connection: Connection) throws {
        let found = try connection.texts(
            """
            SELECT pg_catalog.unnest(ARRAY[pg_catalog.to_char(pg_catalog.pg_postmaster_start_time() AT TIME ZONE 'UTC', \
            'YYYYMMDDHH24MISSUS'), pg_catalog.current_database()::pg_catalog.text])
            """)
        guard found.count == 2 else { throw EngineError.lost }
        server = found[0]
        name = found[1]
    }
}
