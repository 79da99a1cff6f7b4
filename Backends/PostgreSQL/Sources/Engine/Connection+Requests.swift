internal import CPostgreSQL
internal import Granary
internal import GranarySQL

extension Connection {
    /// Runs one statement and returns its rows.
    @discardableResult
    func run(_ text: String, _ values: Value...) throws -> ResultSet? {
        try send(text, Parameters(values))
        try sync()
        return try finish().first
    }

    /// Runs a statement that is not worth keeping, such as one that defines a table.
    func define(_ text: String) throws { try define([text]) }

    /// Runs statements that are not worth keeping, in one round trip.
    ///
    /// - Throws: ``EngineError`` of the first one that failed; those behind it have not run.
    func define(_ texts: [String]) throws {
        // Each definition has the server check every prepared statement, so none of them becomes one.
        for text in texts { try send(text, answer: .checked, isNamed: false) }
        try sync()
        try finish()
    }

    /// The first column of the first row as an integer; `nil` without rows or for null.
    func integer(_ text: String, _ values: Value...) throws -> Int64? {
        try send(text, Parameters(values))
        try sync()
        guard let rows = try finish().first, rows.count > 0 else { return nil }
        return rows.integer(0, 0)
    }

    /// The first column of every row as text.
    func texts(_ text: String, _ values: Value...) throws -> [String] {
        try send(text, Parameters(values))
        try sync()
        guard let rows = try finish().first else { return [] }
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    /// Queues the beginning of a transaction, with the settings that a pooler would not keep.
    func sendBegin(_ isolation: Isolation) throws {
        try send("BEGIN ISOLATION LEVEL \(isolation.rawValue)", answer: .checked, isNamed: false)
        if !options.keepsSettings {
            try send(Self.settings, options.settings(isLocal: true), answer: .checked)
        }
    }

    /// Queues the end of a transaction whose changes are kept.
    func sendCommit() throws { try send("COMMIT", answer: .commit, isNamed: false) }

    /// Queues the end of a transaction whose changes are given up.
    func sendRollback() throws { try send("ROLLBACK", answer: .ignored, isNamed: false) }

    /// Ends a transaction and keeps its changes.
    ///
    /// - Throws: ``EngineError/rolledBack`` when the transaction had failed before.
    func commit() throws {
        try sendCommit()
        try sync()
        try finish()
    }

    /// How much a transaction sees of others.
    enum Isolation: String {
        /// One state, the one at the first statement.
        case snapshot = "REPEATABLE READ"
        /// The state that is committed when each statement begins.
        case committed = "READ COMMITTED"
    }

    /// Ends a transaction without its changes; a connection on which that fails is given up.
    func rollBack() {
        guard !isBroken else { return }
        do {
            stream = nil
            // The server answers at the end of a group only.
            if hasOpenGroup { try sync() }
            try readAhead()
            try sendRollback()
            try sync()
            try readAhead()
            if transaction != PQTRANS_IDLE { close() }
        } catch {
            _ = lose(.lost)
        }
    }

    /// Sets what every transaction needs; see ``PostgreSQLOptions/settings(isLocal:)``.
    static let settings = """
        SELECT pg_catalog.set_config('search_path', $1::pg_catalog.text, $7::pg_catalog.bool), \
        pg_catalog.set_config('statement_timeout', $2::pg_catalog.text, $7::pg_catalog.bool), \
        pg_catalog.set_config('lock_timeout', $3::pg_catalog.text, $7::pg_catalog.bool), \
        pg_catalog.set_config('idle_in_transaction_session_timeout', $4::pg_catalog.text, $7::pg_catalog.bool), \
        pg_catalog.set_config('synchronous_commit', $5::pg_catalog.text, $7::pg_catalog.bool), \
        pg_catalog.set_config('extra_float_digits', $6::pg_catalog.text, $7::pg_catalog.bool)
        """
}
