/// Computes an aggregate over rows given one by one, by the meaning of ``AggregateRequest``.
///
/// The rows are those of the request's `rows`, in any order. Used by one thread at a time.
package struct AggregateEvaluator {
    private let arranger: GroupArranger
    private let groups: [BoundExpression]
    private let columns: [AggregateColumn]
    private var positions: [[Value]: Int] = [:]
    private var found: [(values: [Value], accumulators: [any Accumulator])] = []

    /// Binds the expressions of a request.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in the expressions, positions that do not exist, a
    ///   negative offset or limit, sums of values that are not numbers, and groups of structured values.
    package init(_ request: AggregateRequest, _ binder: ExpressionBinder) throws {
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
        columns = try request.computed.map { try AggregateColumn($0, groups: groups, binder) }
        arranger = try GroupArranger(request, kinds: columns.map(\.kind), binder)
        if groups.isEmpty { found = [([], columns.map { $0.makeAccumulator() })] }
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
    /// - Throws: ``GranaryError/Code/overflow`` where a sum leaves its range, even in a group that the condition or the
    ///   limit would leave out; any error from ``GroupArranger/arrange(_:)``.
    package func results() throws -> [[Value]] {
        try arranger.arrange(
            try found.map { values, accumulators in
                let row = try zip(columns, accumulators).map { column, accumulator in
                    try column.group.map { values[$0] } ?? accumulator.result()
                }
                return (values, row)
            })
    }
}
