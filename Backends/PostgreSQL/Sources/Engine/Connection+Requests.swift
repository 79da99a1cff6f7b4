internal import CPostgreSQL
internal import GranaryStore
internal import GranarySQL

extension Connection {
    /// Runs one statement and returns its rows.
    ///
    /// It is not prepared: statements that stores repeat are sent by ``send(_:_:answer:isNamed:)``.
    @discardableResult
    func run(_ text: String, _ values: Value...) throws -> ResultSet? { try run(text, values) }

    private func run(_ text: String, _ values: [Value]) throws -> ResultSet? {
        try send(text, Parameters(values), isNamed: false)
        try sync()
        return try finish().first
    }

    /// Runs a statement that is not worth keeping, such as one that defines a table.
    func define(_ text: String) throws { try define([text]) }

    /// Runs statements that are not worth keeping, in one round trip.
    ///
    /// - Throws: ``EngineError`` of the first one that failed; those behind it have not run.
    func define(_ texts: [String]) throws {
        // Each definition makes the server check every prepared statement, so none of them is prepared.
        for text in texts { try send(text, answer: .checked, isNamed: false) }
        try sync()
        try finish()
    }

    /// The first column of the first row as an integer; `nil` without rows or for null.
    func integer(_ text: String, _ values: Value...) throws -> Int64? {
        guard let rows = try run(text, values), rows.count > 0 else { return nil }
        return rows.integer(0, 0)
    }

    /// The first column of every row as text.
    func texts(_ text: String, _ values: Value...) throws -> [String] {
        guard let rows = try run(text, values) else { return [] }
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    /// Queues the beginning of a transaction, with the settings that a pooler would not keep, and the schema if the
    /// connection has served another one.
    func sendBegin(_ isolation: Isolation) throws {
        try send("BEGIN ISOLATION LEVEL \(isolation.rawValue)", answer: .checked, isNamed: false)
        if !options.keepsSettings {
            for setting in options.settings(isLocal: true) {
                try send(setting, answer: .checked, isNamed: false)
            }
        } else if homeSchema != options.schema {
            try send(options.searchPathSetting(isLocal: true), answer: .checked, isNamed: false)
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
}
