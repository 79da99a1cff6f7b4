internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// Takes a store to another database: copies it there, and leaves the old one when the copy is whole.
struct DatabaseMoving {
    private let source: StoreConfiguration
    private let target: StoreConfiguration
    private let old: StoreMigration
    private let new: StoreMigration

    init(from source: StoreConfiguration, to target: StoreConfiguration) throws {
        self.source = source
        self.target = target
        old = try StoreMigration(source)
        new = try StoreMigration(target)
    }

    init(_ move: StoreMove) throws { try self.init(from: move.source, to: move.target) }

    /// The state of a move between its steps.
    private struct Way: Sendable {
        /// Which move it is.
        let move: String
        /// The result of ``saves(on:)`` for the state that was copied.
        let saves: String
        /// Shows others that a store is being moved to the new place; `nil` behind a pooler.
        let hold: CopyHold?
    }

    private var arrival: StoreArrival { StoreArrival(new.opening) }
    private var content: StoreContent {
        StoreContent(schema: old.opening.options.schema, place: old.opening.place)
    }
    private var newContent: StoreContent {
        StoreContent(schema: new.opening.options.schema, place: new.opening.place)
    }

    // MARK: Copying

    /// Copies the store into a schema where no reader finds it; `nil` without one.
    func prepare(isSameServer: Bool) throws -> StoreMove? {
        let held = try old.withConnection(doing: StoreMoving.what) { connection in
            try old.begin(on: connection)
            try content.requireHere(on: connection)
            return try StoreMigration.schema(content.schema, on: connection)
        }
        guard let held else { return nil }
        let keepsSettings = new.opening.options.keepsSettings
        let hold = keepsSettings ? try CopyHold(arrival.copySchema, new.opening) : nil
        var copied = target
        copied.options["schema"] = arrival.copySchema
        copied.onIncompatible = .refuse
        copied.isReadOnly = false
        do {
            let described = Schema(stored: held)
            try PostgreSQLStore.open(
                StoreOpenRequest(
                    configuration: copied, entities: described.entities, links: described.links,
                    fingerprint: described.fingerprint)
            ).close()
            let filled = try fill(held, isSameServer)
            let way = Way(move: filled.move, saves: filled.marks, hold: hold)
            return StoreMove(
                from: source, to: target,
                copy: StoreCopy(configuration: copied, saves: filled.number, schema: held, hold: way))
        } catch {
            try? new.withConnection(doing: StoreMoving.what) { try arrival.drop(on: $0) }
            throw error
        }
    }

    /// The copied state: the move that it is copied for, the number of the last save in it, and ``saves(on:)``.
    private typealias Filled = (move: String, number: Int64, marks: String)

    /// The identifiers of the last saves: a save that had taken its number before the copy, and waited for it, has one
    /// afterwards.
    private func saves(on connection: Connection) throws -> String {
        try connection.texts(
            "SELECT pg_catalog.string_agg(id::pg_catalog.text, ',' ORDER BY id) FROM \(Self.quoted(content.schema, "granary_saves"))"
        ).first ?? ""
    }

    /// Fills the empty tables of the copy.
    private func fill(_ held: StoredSchema, _ isSameServer: Bool) throws -> Filled {
        let move = UUID().uuidString
        return try old.withConnection(doing: StoreMoving.what) { from in
            try old.begin(on: from)
            let present = held.tables.map { Self.quoted(content.schema, $0.name) }
            // Saves under way end first; from here on there are none until the copy is complete.
            if !present.isEmpty {
                try from.define("LOCK TABLE \(present.joined(separator: ", ")) IN SHARE MODE")
            }
            guard let metadata = try StoreMetadata(from, schema: content.schema),
                try StoreMigration.schema(content.schema, on: from) == held
            else {
                throw changed
            }
            let (number, marks) = (
                try StoreCopying.saves(content.schema, on: from), try saves(on: from)
            )
            let database = try from.texts("SELECT pg_catalog.current_database()::pg_catalog.text").first
            let origin = StoreArrival.Origin(
                move: move, name: old.opening.options.description, store: metadata.identity.id,
                database: isSameServer ? database : nil, schema: content.schema, isReady: false)
            try new.withConnection(doing: StoreMoving.what) { to in
                try to.sendBegin(.committed)
                try to.sync()
                try to.finish()
                try arrival.write(origin, on: to)
                try to.define("SET CONSTRAINTS ALL DEFERRED")
                for table in held.tables { try pass(table, from, to) }
                let own = metadata.identity.formatVersion < 2 ? [] : [StoreMetadata.schemaTable]
                for table in own + ["granary_store"] {
                    try to.define("DELETE FROM \(Self.quoted(arrival.copySchema, table))")
                    try pass(table, nil, from, to)
                }
                try to.define("SET CONSTRAINTS ALL IMMEDIATE")
                try passSequence(
                    Self.quoted(content.schema, "granary_version"),
                    Self.quoted(arrival.copySchema, "granary_version"), from, to)
                try to.commit()
            }
            return (move, number, marks)
        }
    }

    private func pass(_ table: StoredTable, _ from: Connection, _ to: Connection) throws {
        try pass(table.name, table.heldColumns, from, to)
        guard !table.isPairs, table.key.count == 1, table.column(table.key[0])?.type == .integer else {
            return
        }
        let text = "SELECT pg_catalog.pg_get_serial_sequence($1::pg_catalog.text, $2::pg_catalog.text)"
        let key = Value.text(table.key[0])
        guard
            let first = try from.texts(text, .text(Self.quoted(content.schema, table.name)), key).first,
            let second = try to.texts(text, .text(Self.quoted(arrival.copySchema, table.name)), key).first
        else { return }
        try passSequence(first, second, from, to)
    }

    private func pass(_ table: String, _ columns: [String]?, _ from: Connection, _ to: Connection) throws {
        let names = columns.map { " (\(TableDefinition.names($0)))" } ?? ""
        try from.pass(
            Self.quoted(content.schema, table) + names, to: to,
            Self.quoted(arrival.copySchema, table) + names)
    }

    private func passSequence(_ first: String, _ second: String, _ from: Connection, _ to: Connection) throws
    {
        try from.send("SELECT last_value, is_called FROM \(first)")
        try from.sync()
        guard let rows = try from.finish().first, let last = rows.integer(0, 0),
            let isCalled = rows.bool(0, 1)
        else { throw EngineError.lost }
        try to.run(
            "SELECT pg_catalog.setval($1::pg_catalog.text::pg_catalog.regclass, $2::pg_catalog.int8, $3::pg_catalog.bool)",
            .text(second), .integer(last), .bool(isCalled))
    }

    private static func quoted(_ schema: String, _ table: String) -> String {
        "\(SQLName.quoted(schema)).\(SQLName.quoted(table))"
    }

    // MARK: Leaving and arriving

    /// Notes in the old schema that the store is in the new one.
    func leave(_ copy: StoreCopy) throws {
        let way = try way(of: copy)
        let move = way.move
        try old.withConnection(doing: StoreMoving.what) { from in
            try old.begin(on: from)
            // The record first, with which every transaction begins, so that none that has begun waits for the tables; a
            // store of format 1 has none.
            var names = copy.schema.tables.map(\.name)
            if try content.holds(StoreMetadata.schemaTable, on: from) {
                names.insert(StoreMetadata.schemaTable, at: 0)
            }
            let tables = names.map { Self.quoted(content.schema, $0) }
            if !tables.isEmpty {
                try from.define("LOCK TABLE \(tables.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE")
            }
            try copy.requireUnchanged(
                saves: StoreCopying.saves(content.schema, on: from),
                schema: StoreMigration.schema(content.schema, on: from))
            guard try saves(on: from) == way.saves else { throw changed }
            // A view on a table, for example, would keep it from being dropped once the store has moved; this fails
            // before.
            try from.define("SAVEPOINT present")
            try content.drop(on: from)
            try from.define("ROLLBACK TO SAVEPOINT present")
            try new.withConnection(doing: StoreMoving.what) { to in
                try new.begin(on: to)
                try newContent.requireFree(on: to)
                try arrival.require(move, on: to)
                try arrival.recordReady(on: to)
                try to.commit()
                // Until the note is made, no other process may find that it is missing and remove the copy.
                try new.begin(on: to)
                try arrival.require(move, on: to)
                let database = try arrival.origin(on: to)?.database == nil ? nil : Self.database(to)
                try content.write(
                    MoveNote(
                        destination: new.opening.options.description, move: move, database: database,
                        schema: newContent.schema), on: from)
                try from.commit()
                to.rollBack()
            }
        }
    }

    private static func database(_ connection: Connection) throws -> String? {
        try connection.texts("SELECT pg_catalog.current_database()::pg_catalog.text").first
    }

    /// Gives the copy the new schema, and removes the tables of the old one.
    func arrive(_ copy: StoreCopy) throws {
        let move = try way(of: copy).move
        try new.withConnection(doing: StoreMoving.what) { connection in
            try new.begin(on: connection)
            if try arrival.origin(on: connection)?.move == move { try arrival.publish(on: connection) }
            try connection.commit()
        }
        try old.withConnection(doing: StoreMoving.what) { connection in
            try old.begin(on: connection)
            let isLeft = try content.note(on: connection)?.move == move
            if try isLeft && content.hasTables(on: connection) { try content.drop(on: connection) }
            try connection.commit()
        }
    }

    /// Removes the copy; the store stays where it is.
    func giveUp(_ copy: StoreCopy) throws {
        let move = try way(of: copy).move
        // A note that was made although its answer was lost: the copy must not go before it.
        try old.withConnection(doing: StoreMoving.what) { connection in
            try old.begin(on: connection)
            if try content.note(on: connection)?.move == move {
                try content.removeDestination(on: connection)
            }
            try connection.commit()
        }
        try new.withConnection(doing: StoreMoving.what) { connection in
            try new.begin(on: connection)
            if try arrival.origin(on: connection)?.move == move { try arrival.drop(on: connection) }
            try connection.commit()
        }
    }

    private var changed: GranaryError {
        old.opening.place.error(
            .conflict, "The store was changed while it was copied; it was left as it is. Move it again.")
    }

    private func way(of copy: StoreCopy) throws -> Way {
        if let way = copy.hold as? Way { return way }
        throw new.opening.place.error(
            .conflict, "The copy of the store is not one that was made to move it. Move the store again.")
    }
}
