internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// The views and triggers that other programs have made in the file, which are to work after a migration as they did
/// before.
///
/// SQLite takes them along where it renames a table or a column. It refuses to rename anything while there is one that
/// it cannot read, so those are taken away for the time of the migration.
struct OthersObjects {
    private let connection: Connection
    /// The names of the views that could be read before.
    private let readable: [String]
    /// The names of those that Granary makes itself.
    private let own: Set<String>
    /// The removed objects, by the statements that make them again.
    private var aside: [Object] = []

    /// An index, a trigger or a view by the statement that makes it.
    struct Object {
        let type: String
        let text: String

        /// Makes it again; an index of columns that are gone goes with them.
        func make(on connection: Connection) throws {
            do {
                try connection.runOnce(text)
            } catch let error as GranaryError
                where type == "index" && error.code == .engine
                && error.context.engineCode == Int(SQLITE_ERROR)
            {
                return
            }
        }
    }

    /// Finds the existing views, except for Granary's own.
    init(_ connection: Connection, besides own: Set<String>) throws {
        self.connection = connection
        self.own = own
        readable = try Self.views(connection, besides: own).filter { Self.failure(of: $0, connection) == nil }
    }

    /// The indexes and triggers of a table that are not Granary's, which end with the table.
    static func beside(_ table: String, on connection: Connection) throws -> [Object] {
        try objects("type IN ('index', 'trigger') AND tbl_name = ?", table, connection)
            .filter { $0.type == "trigger" || !TableMigration.isOwn($0.name) }.map(\.object)
    }

    /// Removes the views that cannot be read at present, until there is none.
    mutating func setBrokenAside() throws {
        while true {
            let broken = try Self.views(connection, besides: own).filter {
                Self.failure(of: $0, connection) != nil
            }
            if broken.isEmpty { return }
            for name in broken {
                let taken = try Self.objects("type = 'view' AND name = ?", name, connection)
                let triggers = try Self.objects("type = 'trigger' AND tbl_name = ?", name, connection)
                aside += (taken + triggers).map(\.object)
                try connection.runOnce("DROP VIEW \(SQLName.quoted(name))")
            }
        }
    }

    /// Makes the removed objects again.
    ///
    /// - Throws: ``GranaryError/Code/denied``, with the names, for views that could be read before and no longer can,
    ///   and for triggers that would keep rows of the changed tables from being written.
    func bringBack(changed tables: [TableDefinition]) throws {
        for object in aside { try object.make(on: connection) }
        let views = readable.filter { Self.failure(of: $0, connection) != nil }.map { "the view “\($0)”" }
        let triggers = try tables.filter(isUnwritable).flatMap { table in
            try connection.texts(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", .text(table.name)
            ).map { "the trigger “\($0)” of “\(table.name)”" }
        }
        let lost = views + triggers
        if lost.isEmpty { return }
        throw GranaryError(
            .denied,
            "After this migration, \(lost.joined(separator: ", ")) would not work any more, which Granary has not made; nothing was changed. Drop it, migrate, and make it again for the new version."
        )
    }

    /// Whether SQLite cannot prepare a statement that writes rows of a table, which runs its triggers.
    private func isUnwritable(_ table: TableDefinition) -> Bool {
        let name = SQLName.quoted(table.name)
        let values = table.columns.map { "\(SQLName.quoted($0.name)) = NULL" }.joined(separator: ", ")
        return ["INSERT INTO \(name) DEFAULT VALUES", "UPDATE \(name) SET \(values)", "DELETE FROM \(name)"]
            .contains { (try? Statement($0, on: connection)) == nil }
    }

    private static func views(_ connection: Connection, besides own: Set<String>) throws -> [String] {
        try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")
            .filter { !own.contains($0) }
    }

    /// Why a view cannot be read; `nil` if it can be.
    private static func failure(of view: String, _ connection: Connection) -> (any Error)? {
        do {
            _ = try Statement("SELECT 1 FROM \(SQLName.quoted(view)) LIMIT 0", on: connection)
            return nil
        } catch {
            return error
        }
    }

    private static func objects(
        _ condition: String, _ name: String, _ connection: Connection
    ) throws -> [(name: String, type: String, object: Object)] {
        let statement = try connection.statement(
            "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND \(condition) ORDER BY rowid")
        defer { statement.reset() }
        try statement.bind([.text(name)])
        var found: [(String, String, Object)] = []
        while try statement.step() {
            let type = statement.text(at: 1)
            found.append((statement.text(at: 0), type, Object(type: type, text: statement.text(at: 2))))
        }
        return found
    }
}
