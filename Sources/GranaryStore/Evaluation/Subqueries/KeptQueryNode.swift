/// The result of another query, over rows that were read before, for the row that an expression is evaluated on.
final class KeptQueryNode: ValueNode {
    /// What is wanted of the rows.
    enum Result: Sendable {
        /// Whether there is one.
        case existence
        /// Whether a value of the row around is one of theirs.
        case values(any EvaluationNode, operand: any EvaluationNode)
        /// An aggregate over them.
        case aggregate(KeptAggregate)
    }

    private let rows: KeptRows
    private let conditions: KeptConditions
    private let offset: Int
    private let limit: Int
    private let result: Result

    init(_ rows: KeptRows, _ conditions: KeptConditions, offset: Int, limit: Int?, _ result: Result) {
        self.rows = rows
        self.conditions = conditions
        self.offset = offset
        self.limit = limit ?? .max
        self.result = result
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        let inside = MemberSource(of: row, in: source)
        switch result {
        case .existence:
            var isFound = false
            try forEachRow(in: inside) { _ in
                isFound = true
                return false
            }
            return .bool(isFound)
        case .values(let value, let operand):
            let wanted = try operand.value(of: row, in: source)
            var isFound = false
            try forEachRow(in: inside) { row in
                isFound = try value.value(of: row, in: inside).compare(wanted) == .equal
                return !isFound
            }
            return .bool(isFound)
        case .aggregate(let aggregate):
            return try aggregate.value(in: inside) { add in
                try forEachRow(in: inside) { row in
                    try add(row)
                    return true
                }
            }
        }
    }

    /// Calls the closure with each row within the range for which the conditions hold, until it returns false.
    ///
    /// The row is another one with the next call.
    private func forEachRow(
        in source: MemberSource, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        if limit == 0 { return }
        var count = 0
        let row = KeptRow()
        func visit(_ values: [Value]) throws -> Bool {
            row.values = values
            for condition in conditions.rest where try !condition.holds(row, in: source) { return true }
            count += 1
            if count <= offset { return true }
            return try body(row) && count - offset < limit
        }
        if conditions.columns.isEmpty {
            for values in rows.rows where try !visit(values) { return }
            return
        }
        let wanted = try conditions.values.values(on: NullRow.shared, in: source)
        for position in rows.positions(of: wanted, in: conditions.columns)
        where try !visit(rows.rows[position]) { return }
    }
}

/// One after the other of the rows that were read before.
private final class KeptRow: EvaluationRow {
    var values: [Value] = []

    func value(at column: Int) -> Value { values.indices.contains(column) ? values[column] : .null }
}
