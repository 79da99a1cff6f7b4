import Granary

/// Columns of a fetch.
struct SelectPlan: Sendable {
    var rows: FetchPlan
    var columns: [ExpressionTree] = []
}

extension SelectPlan {
    /// The columns in one line.
    var programText: String {
        (["columns of (\(rows.programText))"] + columns.map(\.programText)).joined(separator: "; ")
    }

    /// Simpler columns.
    var simpler: [SelectPlan] {
        let fewer = columns.withoutParts().filter { !$0.isEmpty } + columns.replacingEach(\.simpler)
        return rows.simpler.map { SelectPlan(rows: $0, columns: columns) }
            + fewer.map { SelectPlan(rows: rows, columns: $0) }
    }
}
