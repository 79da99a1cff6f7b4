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
            let parts = try lowered.types.enumerated().map { try cursor.result(at: $0, as: $1) }
            guard let values = lowered.values(from: parts) else { return nil }
            rows.append(values)
        }
        return rows
    }
}
