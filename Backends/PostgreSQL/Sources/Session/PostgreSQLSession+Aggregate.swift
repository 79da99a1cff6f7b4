internal import GranaryStore
internal import GranarySQL

extension PostgreSQLSession {
    func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        try request.rows.validate()
        try checkUsable()
        guard let lowered = AggregateLowering(request, layout: store.layout, dialect: store.dialect),
            let parameters = try lowered.statement.binaryParameters()
        else { return nil }
        let found = try rows(lowered.statement.rendered(for: store.dialect), parameters)
        let results: [[Value]]
        do {
            results = try (0..<found.count).map { try found.values($0, as: lowered.types) }
        } catch let error as GranaryError where lowered.isChecked && error.code == .overflow {
            // A sum is too large; the core would first find an error in a row.
            return nil
        }
        return try lowered.arrange(results)
    }
}
