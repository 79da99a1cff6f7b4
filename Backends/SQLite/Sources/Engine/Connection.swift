internal import CSQLite
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// One open connection to a database file, with its prepared statements; used by one thread at a time.
///
/// It is opened without SQLite's own mutexes, since pool and write lock give it to one thread only.
///
/// PostgreSQL's connection has only the name in common: it talks to a server that may be late or gone. This one calls
/// a library, which answers before it returns.
final class Connection {
    /// The engine's object.
    let handle: EngineHandle
    /// Whose errors these are.
    let place: StorePlace
    /// The error inside a function that the engine called.
    let functionFailure = FunctionFailure()
    /// Prepared statements by their text.
    private var cache: StatementCache
    /// The statements that begin and end a read transaction: each session runs both, so they need no search by text.
    private var snapshotStatements: (begin: Statement, end: Statement)?
    /// The statement that reads the number of the last change of any table.
    private var schemaStatement: Statement?
    /// The statements that belong to entities, by the position of their tables in the store.
    private var entityStatements: [EntityStatements?] = []

    /// Opens a file that exists, with the engine's own `SQLITE_OPEN_…` flags.
    init(path: String, flags: Int32, place: StorePlace) throws {
        var pointer: OpaquePointer?
        errno = 0
        let code = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let pointer else {
            let cause = pointer.map(sqlite3_system_errno) ?? 0
            sqlite3_close_v2(pointer)
            // SQLite's own code does not distinguish a missing file from one that may not be read.
            if code == SQLITE_CANTOPEN, cause != 0 {
                throw place.systemError(cause, doing: "opening the file")
            }
            throw EngineError(code: code, message: "").translated(at: place, doing: "opening the file")
        }
        handle = EngineHandle(pointer: pointer)
        self.place = place
        cache = StatementCache(capacity: 200)
        try SumFunction.register(on: self)
        try FoldingFunction.register(on: self)
        try SearchFunction.register(on: self)
        try ComputingFunction.register(on: self)
    }

    deinit { close() }

    private var isClosed = false
    /// The file that a store has open; `nil` for a connection of no store.
    var home: (file: StorePath, identity: FileIdentity)?

    /// How long it may stay idle between two sessions, in milliseconds; 0 for ever.
    var idleTimeout = 0
    /// When its last session ended.
    var returned = Deadline(millisecondsFromNow: 0)

    /// Whether the path of the store still leads to the file that it has open.
    var isInPlace: Bool { (try? requireInPlace()) != nil }

    /// Throws when the path of the store no longer leads to the file that it has open.
    func requireInPlace() throws { try home.map { try $0.file.require($0.identity, at: place) } }

    /// Finalises every statement and closes the connection; safe to call twice.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        // The last connection removes the log by its name, which may now be that of another file's log.
        if !isInPlace { _ = granary_sqlite3_keep_log(handle.pointer) }
        entityStatements.removeAll()
        snapshotStatements = nil
        schemaStatement = nil
        cache.removeAll()
        sqlite3_close_v2(handle.pointer)
    }

    /// A statement for this text, prepared at its first use and then kept.
    func statement(_ text: String) throws -> Statement {
        let found = cache[text]
        if let found, !found.isTaken { return found }
        let statement = try Statement(text, on: self)
        // A cursor reads from the one that is kept: this one lives as long as its own cursor.
        if found != nil { return statement }
        cache.insert(statement, for: text)
        return statement
    }

    /// The statements of an entity.
    func statements(of table: EntityTable) -> EntityStatements {
        let position = table.position
        if position < entityStatements.count, let found = entityStatements[position] { return found }
        let missing = position + 1 - entityStatements.count
        if missing > 0 { entityStatements += repeatElement(nil, count: missing) }
        let statements = EntityStatements(table, on: self)
        entityStatements[position] = statements
        return statements
    }

    /// Begins a read transaction; its snapshot begins with its first read.
    func beginSnapshot() throws { try run(try preparedSnapshotStatements().begin) }

    /// Ends a read transaction.
    func endSnapshot() throws { try run(try preparedSnapshotStatements().end) }

    /// The number of the last change of any table, as the open transaction sees it.
    func schemaNumber() throws -> Int64 {
        let statement = try schemaStatement ?? Statement("PRAGMA schema_version", on: self)
        schemaStatement = statement
        defer { statement.reset() }
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    private func preparedSnapshotStatements() throws -> (begin: Statement, end: Statement) {
        if let snapshotStatements { return snapshotStatements }
        let made = (begin: try Statement("BEGIN", on: self), end: try Statement("COMMIT", on: self))
        snapshotStatements = made
        return made
    }

    /// Runs a statement to its end and passes its rows over.
    func run(_ text: String, _ values: Value...) throws {
        let statement = try statement(text)
        try statement.bind(values)
        try run(statement)
    }

    private func run(_ statement: Statement) throws {
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// Runs statements that are not worth keeping, such as those that define tables.
    func runOnce(_ text: String) throws {
        let statement = try Statement(text, on: self)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// The first column of the first row as an integer; `nil` without rows or for null.
    func integer(_ text: String, _ values: Value...) throws -> Int64? {
        let statement = try statement(text)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? statement.integer(at: 0) : nil
    }

    /// How many rows the last change changed.
    var changes: Int32 { sqlite3_changes(handle.pointer) }

    /// Whether no transaction is open.
    var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle.pointer) != 0 }

    /// The engine's last failure on this connection.
    func lastError() -> EngineError {
        EngineError(
            code: sqlite3_extended_errcode(handle.pointer),
            message: sqlite3_errmsg(handle.pointer).map { String(cString: $0) } ?? "")
    }
}
