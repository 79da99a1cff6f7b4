internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// Counts the rows that a statement visits, by an SQL function that is true for each, and reports them.
enum RowCounting {
    private static let name = "granary_counted"

    /// The state of the function between its calls.
    private final class State {
        var tally: RowTally
        let failure: FunctionFailure

        init(_ tally: RowTally, _ failure: FunctionFailure) {
            self.tally = tally
            self.failure = failure
        }
    }

    /// Runs a body with a condition for the rows of one table, which counts them; without a monitor, with an empty
    /// text.
    ///
    /// - Throws: any error from the body or the monitor.
    static func counting(
        _ table: StoredTable, for monitor: MigrationMonitor?, on connection: Connection,
        _ body: (String) throws -> Void
    ) throws {
        guard let monitor else { return try body("") }
        let label = table.model ?? table.name
        try monitor.begin(label, rows: rows(of: table, on: connection))
        let state = State(RowTally(monitor, label), connection.functionFailure)
        let code = sqlite3_create_function_v2(
            connection.handle.pointer, name, 0, SQLITE_UTF8, Unmanaged.passRetained(state).toOpaque(),
            { context, _, _ in RowCounting.count(context) }, nil, nil,
            { if let state = $0 { Unmanaged<State>.fromOpaque(state).release() } })
        guard code == SQLITE_OK else {
            throw EngineError(code: code, message: "").translated(
                at: connection.place, doing: "defining a function")
        }
        try body(" WHERE \(name)()")
        try state.tally.finish()
    }

    /// Runs a body that visits the rows of a table once, in one step.
    static func passing(
        _ table: StoredTable, for monitor: MigrationMonitor?, on connection: Connection,
        _ body: () throws -> Void
    ) throws {
        guard let monitor else { return try body() }
        let (label, rows) = (table.model ?? table.name, try rows(of: table, on: connection))
        try monitor.begin(label, rows: rows)
        try body()
        try monitor.advance(label, by: rows)
    }

    private static func rows(of table: StoredTable, on connection: Connection) throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM \(SQLName.quoted(table.name))") ?? 0)
    }

    private static func count(_ context: OpaquePointer?) {
        guard let data = sqlite3_user_data(context) else { return sqlite3_result_error_nomem(context) }
        let state = Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
        do {
            try state.tally.add()
            sqlite3_result_int(context, 1)
        } catch {
            state.failure.error = error
            sqlite3_result_error(context, "granary", -1)
        }
    }
}
