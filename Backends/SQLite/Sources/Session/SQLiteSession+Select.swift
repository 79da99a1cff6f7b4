internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    func select(_ request: SelectRequest) throws -> [[Value]]? {
        try request.rows.validate()
        try beginRead()
        guard let lowered = ProjectionLowering(request, layout: store.layout, dialect: store.dialect) else {
            return nil
        }
        return try interruptible {
            guard let statement = try prepare(lowered.statement) else { return nil }
            let cursor = own(SQLiteCursor(statement, of: request.rows.entity, interruption))
            defer { cursor.close() }
            do {
                return try rows(of: cursor, lowered)
            } catch let error as GranaryError where error.leavesSelectToCore {
                return nil
            }
        }
    }

    private func rows(of cursor: SQLiteCursor, _ lowered: ProjectionLowering) throws -> [[Value]]? {
        var rows: [[Value]] = []
        while try cursor.advance() {
            guard let values = lowered.values(from: try cursor.results(as: lowered.types)) else { return nil }
            rows.append(values)
        }
        return rows
    }
}
