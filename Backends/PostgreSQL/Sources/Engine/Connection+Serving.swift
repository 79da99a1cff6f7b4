internal import CPostgreSQL
internal import GranaryStore

/// Stores on one server share their connections, and nothing of one schema stays for another.
extension Connection {
    /// Makes the connection one of a store, before its session begins.
    ///
    /// It waits for nothing. For another schema than before, each transaction sets its own, as behind a pooler, and at the
    /// next time in a row the connection itself is given the schema.
    /// - Throws: ``EngineError/lost``; the connection is not used again then.
    func serve(_ options: PostgreSQLOptions, at place: StorePlace) throws {
        let isSame = options.schema == self.options.schema
        change(to: options, at: place)
        guard !isSame || homeSchema != options.schema, options.keepsSettings else { return }
        if isBroken { throw EngineError.lost }
        // Otherwise the end of the last transaction is on its way.
        if !owesAnswers, transaction != PQTRANS_IDLE { throw lose(.lost) }
        if !isSame, mayKeepForeignState {
            // It must be alone in its group (PostgreSQL manual, “DISCARD”).
            try discardStatements("DISCARD ALL")
            try sync()
            mayKeepForeignState = false
            for setting in options.settings(isLocal: false) {
                try send(setting, answer: .checked, isNamed: false)
            }
        } else if isSame {
            try send(options.searchPathSetting(isLocal: false), answer: .checked, isNamed: false)
        } else {
            return
        }
        homeSchema = options.schema
        // Otherwise the transaction that follows would have begun with it.
        try sync()
    }

    /// Removes what other stores have left for the session of this one to see, before a query that looks at everything
    /// can be run.
    func prepareForForeignText() throws {
        mayKeepForeignState = true
        if names.areOfSeveral { try discardStatements("DEALLOCATE ALL") }
    }
}
