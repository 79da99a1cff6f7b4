internal import CPostgreSQL
internal import GranaryStore

/// Stores on one server share their connections, and nothing of one schema stays for another.
extension Connection {
    /// Makes the connection one of a store, before its session begins.
    ///
    /// For another schema than before, it waits for the end of the last transaction only; what changes the schema goes
    /// along with the first request. Behind a pooler each transaction sets the schema itself.
    /// - Throws: ``EngineError/lost``; the connection is not used again then.
    func serve(_ options: PostgreSQLOptions, at place: StorePlace) throws {
        guard options.schema != self.options.schema else { return change(to: options, at: place) }
        if isBroken { throw EngineError.lost }
        deadline = Deadline(millisecondsFromNow: options.connectTimeout)
        defer { deadline = nil }
        try readAhead()
        guard transaction == PQTRANS_IDLE else { throw lose(.lost) }
        change(to: options, at: place)
        guard options.keepsSettings else { return }
        if mayKeepForeignState {
            // It must be alone in its group (PostgreSQL manual, “DISCARD”).
            try discardStatements("DISCARD ALL")
            try sync()
            mayKeepForeignState = false
            for setting in options.settings(isLocal: false) {
                try send(setting, answer: .checked, isNamed: false)
            }
        } else {
            try send(options.searchPathSetting, answer: .checked, isNamed: false)
        }
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
