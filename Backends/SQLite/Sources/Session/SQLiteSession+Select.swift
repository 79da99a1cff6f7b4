internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    func select(_ request: SelectRequest) throws -> [[Value]]? {
        var rows: [[Value]] = []
        let isDone = try forEachRow(of: request) { cursor, lowered in
            guard let values = lowered.values(from: try cursor.results(as: lowered.types)) else { return nil }
            rows.append(values)
            return true
        }
        return isDone == true ? rows : nil
    }

    func select(
        _ request: SelectRequest, _ row: (any RowCursor, [SelectRequest.Column]) throws -> Bool
    ) throws -> Bool? {
        let calculated = ValueCursor(rows: [])
        return try forEachRow(of: request) { cursor, lowered in
            if !lowered.isCalculated { return try row(cursor, lowered.columns) }
            guard let values = lowered.values(from: try cursor.results(as: lowered.types)) else { return nil }
            calculated.stand(on: values)
            return try row(calculated, lowered.columns)
        }
    }

    /// Passes the rows of a request to a closure until one is not true, which is returned; `nil` for the core.
    private func forEachRow(
        of request: SelectRequest, _ body: (SQLiteCursor, ProjectionLowering) throws -> Bool?
    ) throws -> Bool? {
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
                while try cursor.advance() {
                    let isTaken = try body(cursor, lowered)
                    if isTaken != true { return isTaken }
                }
                return true
            } catch let error as GranaryError where error.leavesSelectToCore {
                return nil
            }
        }
    }
}
