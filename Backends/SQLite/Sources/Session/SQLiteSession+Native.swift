internal import CSQLite
internal import GranaryStore
internal import GranarySQL

extension SQLiteSession: NativeSession {
    func fetch(_ statement: NativeStatement) throws -> NativeAnswer {
        try checkUsable()
        let problem =
            DecimalUse.problem(in: statement.parts) ?? DateUse.problem(in: statement.parts)
            ?? DateUse.problem(besideReadable: statement.parts)
        if let problem { throw store.place.error(.query, problem) }
        let text = statement.parts.map(text).joined()
        try NativeText.checkReads(text, of: "SQLite", at: store.place)
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

    private func text(_ part: NativeStatement.Part) -> String {
        switch part {
        case .text(let text): text
        case .readable(let table): SQLName.quoted(readableName(of: table))
        case .identifier(let name), .column(let name, _): SQLName.quoted(name)
        case .parameter: "?"
        }
    }

    /// The name of a table's view for people; that of the table where it needs no view.
    private func readableName(of table: String) -> String {
        let tables = store.layout.tables
        guard let definition = tables.first(where: { $0.name == table }) else { return table }
        return ReadableView(definition, among: tables)?.name ?? table
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
        throw store.place.error(
            .query, "A native query only reads; change objects through their context, or with `nativeWrite`.")
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
    fileprivate var parameter: Value? {
        if case .parameter(let value) = self { value } else { nil }
    }
}
