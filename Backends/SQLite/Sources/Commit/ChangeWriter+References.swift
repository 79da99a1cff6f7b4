internal import CSQLite
internal import GranaryStore
internal import GranarySQL

extension ChangeWriter {
    /// Throws when a reference has no target, which the engine would report only at the commit and without names.
    func checkReferences(_ changes: ChangeSet) throws {
        // A call of the status answers it for the usual save; finding a violation reads whole tables.
        guard hasOpenReferences else { return }
        for (table, columns) in try violations(in: suspects(changes)) { throw error(table, columns) }
        throw store.place.error(.constraint, "A reference of a row leads to a row that does not exist.")
    }

    /// Whether a deferred foreign key is violated as things are.
    private var hasOpenReferences: Bool {
        var (current, highest): (Int32, Int32) = (0, 0)
        let code = sqlite3_db_status(
            writer.handle.pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return code == SQLITE_OK && current != 0
    }

    /// The tables whose references may be violated: those written to, and those that refer to one from which
    /// rows were deleted.
    private func suspects(_ changes: ChangeSet) -> [TableDefinition] {
        let written = Set(
            (changes.inserts.map(\.entity) + changes.updates.map(\.entity)).map(\.table)
                + changes.links.map(\.table.name))
        let deleted = Set(changes.deletes.map(\.entity.table))
        return store.layout.tables.filter { table in
            written.contains(table.name) || table.references.contains { deleted.contains($0.table) }
        }
    }

    private func violations(in tables: [TableDefinition]) throws -> [(
        table: TableDefinition, columns: [String]
    )] {
        var found: [(TableDefinition, [String])] = []
        for table in tables where !table.references.isEmpty {
            let statement = try writer.statement("SELECT fkid FROM pragma_foreign_key_check(?) LIMIT 1")
            try statement.bind([.text(table.name)])
            let isViolated = try statement.step()
            let number = statement.integer(at: 0)
            statement.reset()
            guard isViolated else { continue }
            // The check names a foreign key by its number only.
            let columns = try writer.texts(
                "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ? ORDER BY seq",
                .text(table.name),
                .integer(number))
            found.append((table, columns))
        }
        return found
    }

    private func error(_ table: TableDefinition, _ columns: [String]) -> GranaryError {
        let error = store.place.error(.constraint, "")
        guard let entity = store.layout.entity(ofTable: table.name) else {
            return ViolatedConstraint.pair(
                in: table.name, of: store.layout.links.first { $0.name == table.name }?.firstEntity.name,
                error)
        }
        return ViolatedConstraint(entity, reference: columns).described(error)
    }
}

extension TableDefinition {
    /// Adds a pair; an existing one stays.
    var addPair: String {
        let places = repeatElement("?", count: columns.count).joined(separator: ", ")
        return
            "INSERT INTO \(SQLName.quoted(name)) (\(Self.names(columns.map(\.name)))) VALUES (\(places)) ON CONFLICT DO NOTHING"
    }

    /// Removes a pair.
    var removePair: String {
        "DELETE FROM \(SQLName.quoted(name)) WHERE \(columns.map { "\(SQLName.quoted($0.name)) = ?" }.joined(separator: " AND "))"
    }
}
