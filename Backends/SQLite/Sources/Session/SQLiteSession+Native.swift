internal import CSQLite
internal import GranaryStore
internal import GranarySQL

extension SQLiteSession: NativeSession {
    func fetch(_ statement: NativeStatement) throws -> NativeAnswer {
        try checkUsable()
        if let problem = DecimalUse.problem(in: statement.parts) { throw store.place.error(.query, problem) }
        let text = statement.parts.map(\.text).joined()
        try checkReads(text)
        try beginRead()
        return try interruptible {
            let prepared = try prepareNative(text)
            try prepared.bind(statement.parts.compactMap(\.parameter))
            let columns = (0..<sqlite3_column_count(prepared.pointer)).map { column in
                sqlite3_column_name(prepared.pointer, column).map { String(cString: $0) } ?? ""
            }
            let cursor = own(SQLiteCursor(prepared, of: statement.entity, interruption))
            return NativeAnswer(cursor: cursor, columns: columns)
        }
    }

    /// Refuses a statement that is no query by its first word: engines call some statements reading that change the
    /// connection, such as the end of a transaction.
    private func checkReads(_ text: String) throws {
        if Bytewise.holdsNull(text) {
            throw store.place.error(
                .query, "A native query holds U+0000, where SQLite stops reading; leave it out.")
        }
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let word = String(scalars.prefix { $0.properties.isAlphabetic }).uppercased()
        if !["SELECT", "WITH", "VALUES"].contains(word) {
            throw store.place.error(
                .query,
                "A native query of SQLite begins with SELECT, WITH or VALUES; it cannot change anything.")
        }
    }

    private func prepareNative(_ text: String) throws -> Statement {
        if try hasSecondStatement(text) {
            throw store.place.error(.query, "A native query is one statement; this text holds more than one.")
        }
        do {
            let statement = try connection.statement(text)
            if sqlite3_stmt_readonly(statement.pointer) != 0 { return statement }
        } catch is StatementTooComplex {
            throw store.place.error(.query, "The native query exceeds a limit of SQLite; simplify it.")
        }
        throw store.place.error(.query, "A native query only reads; change objects through their context.")
    }

    /// Whether text is left after the first statement; it is not prepared, and neither is text SQLite does not
    /// understand.
    private func hasSecondStatement(_ text: String) throws -> Bool {
        try text.withCString { start in
            var statement: OpaquePointer?
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(connection.handle.pointer, start, -1, &statement, &rest)
            defer { sqlite3_finalize(statement) }
            guard code == SQLITE_OK else {
                let error = connection.lastError()
                if error.primaryCode != SQLITE_ERROR {
                    throw error.translated(at: store.place, doing: "preparing a native query")
                }
                throw store.place.error(
                    .query, "SQLite does not understand the native query: \(error.message).")
            }
            let left = rest.map { String(cString: $0) } ?? ""
            return !left.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        }
    }
}

extension NativeStatement.Part {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .identifier(let name), .column(let name, _): SQLName.quoted(name)
        case .parameter: "?"
        }
    }

    fileprivate var parameter: Value? {
        if case .parameter(let value) = self { value } else { nil }
    }
}
