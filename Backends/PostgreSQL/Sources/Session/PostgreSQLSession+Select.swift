internal import GranaryStore
internal import GranarySQL

extension PostgreSQLSession {
    func select(_ request: SelectRequest) throws -> [[Value]]? {
        try request.rows.validate()
        try checkUsable()
        guard let lowered = ProjectionLowering(request, layout: store.layout, dialect: store.dialect),
            let parameters = try lowered.statement.binaryParameters()
        else { return nil }
        let found = try rows(lowered.statement.rendered(for: store.dialect), parameters)
        do {
            return try values(of: found, lowered)
        } catch let error as GranaryError where error.leavesSelectToCore {
            return nil
        }
    }

    private func values(of found: ResultSet, _ lowered: ProjectionLowering) throws -> [[Value]]? {
        var rows: [[Value]] = []
        for row in 0..<found.count {
            let parts = try found.values(row, as: lowered.types)
            guard let values = lowered.values(from: parts) else { return nil }
            rows.append(values)
        }
        return rows
    }
}
