import Granary

/// Compares what a session selects with what the expressions give on the rows that it fetches.
enum SelectedValues {
    /// The most rows whose values are compared; following relationships takes a request for each.
    private static let most = 6

    /// What is wrong with the values of the order's terms and of the attributes; `nil` if nothing is, or if the session
    /// leaves selecting to the core.
    static func mistake(
        _ request: FetchRequest, _ rows: [[Value]], in session: any StoreSession, _ schema: Schema
    ) throws -> String? {
        guard case .all = request.selection else { return nil }
        let columns =
            request.sort.map(\.expression)
            + request.entity.attributes.map { .attribute(path: [], name: $0.name) }
        guard let found = try session.select(SelectRequest(rows: request, columns: columns)) else {
            return nil
        }
        if found.count != rows.count { return "\(found.count) rows selected, \(rows.count) fetched" }
        let binder = ExpressionBinder(request.entity, in: schema)
        let bound = try columns.map { try binder.bind($0) }
        let source = SessionSource(session, schema)
        for (row, values) in zip(rows, found).prefix(most) {
            let expected = try bound.values(on: ListedRow(row), in: source)
            if values != expected {
                return "selected \(ProgramText.text(values)), not \(ProgramText.text(expected))"
            }
        }
        return nil
    }
}
