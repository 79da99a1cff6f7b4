internal import GranaryStore
internal import GranarySQL

extension PostgreSQLSession: NativeSession {
    func fetch(_ statement: NativeStatement) throws -> NativeAnswer {
        try checkUsable()
        var text = ""
        var parameters = Parameters()
        for part in statement.parts {
            switch part {
            case .text(let piece): text += piece
            // Columns hold plain values, so the table itself is what people read.
            case .identifier(let name), .readable(let name), .column(let name, _):
                text += SQLName.quoted(name)
            case .parameter(let value):
                try parameters.append(value)
                text += store.dialect.placeholder(at: parameters.places.count, for: value)
            }
        }
        try NativeText.checkReads(text, of: "PostgreSQL", at: store.place)
        guard parameters.places.count <= SQLText.mostParameters else {
            throw store.place.error(.query, "The native query has more values than PostgreSQL can number.")
        }
        switch try outcome(text, parameters) {
        case .success(let rows): return NativeAnswer(cursor: NativeCursor(rows), columns: rows.columnNames)
        case .failure(let failure): throw problem(failure)
        }
    }

    /// The rows of a statement that cannot write, or its failure, after which the snapshot goes on.
    ///
    /// The savepoint undoes settings that the statement may have changed, and ends a failure.
    private func outcome(_ text: String, _ parameters: Parameters) throws -> Result<ResultSet, EngineError> {
        try reading { connection in
            try connection.prepareForForeignText()
            // Two groups, so that a failure of these is none of the statement.
            try connection.send("SAVEPOINT granary_native", answer: .checked, isNamed: false)
            try connection.send("SET LOCAL transaction_read_only = on", answer: .checked, isNamed: false)
            try connection.sync()
            try connection.finish()
            let outcome: Result<ResultSet, EngineError>
            do {
                // One statement: the protocol refuses several in a text with parameters or without.
                try connection.send(text, parameters, isNamed: false)
                try connection.sync()
                guard let rows = try connection.finish().last else { throw EngineError.lost }
                outcome = .success(rows)
            } catch let failure as EngineError where !failure.endsConnection && !failure.isStopped {
                outcome = .failure(failure)
            }
            try connection.send("ROLLBACK TO SAVEPOINT granary_native", answer: .checked, isNamed: false)
            try connection.send("RELEASE SAVEPOINT granary_native", answer: .checked, isNamed: false)
            try connection.sync()
            try connection.finish()
            return outcome
        }
    }

    /// The error for a statement that failed; the server's own message may hold values, so it stays here.
    private func problem(_ failure: EngineError) -> GranaryError {
        if failure.state == "25006" {
            return store.place.error(
                .query,
                "A native query only reads; change objects through their context, or with `nativeWrite`.")
        }
        let isAboutText = ["0A", "21", "22", "42"].contains { failure.state.begins(with: $0) }
        guard isAboutText, failure.state != "42501" else {
            return failure.translated(at: store.place, doing: "running a native query")
        }
        return store.place.error(
            .query,
            "PostgreSQL does not understand the native query, or cannot compute it (SQLSTATE \(failure.state)); look the state up in its documentation."
        )
    }
}
