internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        try request.rows.validate()
        try beginRead()
        guard let lowered = AggregateLowering(request, layout: store.layout, dialect: store.dialect) else {
            return nil
        }
        return try interruptible {
            guard let statement = try prepare(lowered.statement) else { return nil }
            let cursor = own(SQLiteCursor(statement, of: request.rows.entity, interruption))
            defer { cursor.close() }
            var rows: [[Value]] = []
            do {
                while try cursor.advance() { rows.append(try cursor.results(as: lowered.types)) }
            } catch let error as GranaryError where lowered.isChecked && error.code == .overflow {
                // A sum is too large; the core would first find an error in a row.
                return nil
            }
            return try lowered.arrange(rows)
        }
    }
}

extension SQLiteCursor {
    /// The computed values of the present row.
    func results(as types: [AttributeType]) throws -> [Value] {
        try types.enumerated().map { try value(at: $0, as: $1) }
    }
}
