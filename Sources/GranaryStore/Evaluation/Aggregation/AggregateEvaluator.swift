/// Computes an aggregate over rows given one by one, by the meaning of ``AggregateRequest``.
///
/// The rows are those of the request's `rows`, in any order. Used by one thread at a time.
package struct AggregateEvaluator {
    private let request: AggregateRequest
    private let groups: [BoundExpression]
    private let columns: [AggregateColumn]
    private var positions: [[Value]: Int] = [:]
    private var found: [(values: [Value], accumulators: [any Accumulator])] = []

    /// Binds the expressions of a request.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in the expressions, positions that do not exist, a
    ///   negative offset or limit, sums of values that are not numbers, and groups of structured values.
    package init(_ request: AggregateRequest, _ binder: ExpressionBinder) throws {
        self.request = request
        try FetchRequest.validateRange(request.offset, request.limit, of: binder.entity)
        let groups = try request.groups.map { tree in
            let bound = try binder.bind(tree)
            guard bound.kind.isOrdered else {
                throw binder.problem(
                    "\(binder.describe(tree)) is a structured value and cannot be grouped by.", about: tree)
            }
            return bound
        }
        self.groups = groups
        columns = try request.columns.map { try AggregateColumn($0, groups: groups, binder) }
        try validateConditions(binder)
        if groups.isEmpty { found = [([], columns.map { $0.makeAccumulator() })] }
    }

    private func validateConditions(_ binder: ExpressionBinder) throws {
        let named = request.having.map(\.column) + request.order.map(\.column)
        if let missing = named.first(where: { !columns.indices.contains($0) }) {
            throw binder.problem(
                "A condition or order names result column \(missing), and there are \(columns.count) columns."
            )
        }
        for condition in request.having {
            let (kind, other) = (
                columns[condition.column].kind, ExpressionKind(of: try binder.checked(condition.value))
            )
            guard kind.isComparable(with: other) else {
                throw binder.problem(
                    "A result column is \(kind.name) and cannot be compared with \(other.name).")
            }
        }
    }

    /// Takes the next row.
    ///
    /// - Throws: any error from evaluating the expressions.
    package mutating func add(_ row: any EvaluationRow, in source: any EvaluationSource) throws {
        let position = try position(of: row, in: source)
        for (column, accumulator) in zip(columns, found[position].accumulators) {
            if let expression = column.expression {
                accumulator.add(try expression.evaluate(row, in: source))
            }
        }
    }

    /// The position of a row's group, which is made at its first row.
    private mutating func position(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Int {
        if groups.isEmpty { return 0 }
        let values = try groups.map { try $0.evaluate(row, in: source) }
        if let position = positions[values] { return position }
        positions[values] = found.count
        found.append((values, columns.map { $0.makeAccumulator() }))
        return found.count - 1
    }
}

extension AggregateEvaluator {
    /// The result rows of all rows taken so far.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` where a sum leaves its range, even in a row that the conditions or the
    ///   limit would leave out.
    package func results() throws -> [[Value]] {
        request.arrange(
            try found.map { values, accumulators in
                let row = try zip(columns, accumulators).map { column, accumulator in
                    try column.group.map { values[$0] } ?? accumulator.result()
                }
                return (values, row)
            })
    }
}
