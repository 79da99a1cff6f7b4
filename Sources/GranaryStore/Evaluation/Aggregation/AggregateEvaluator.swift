/// Computes an aggregate over rows given one by one, by the meaning of ``AggregateRequest``.
///
/// The rows are those of the request's `rows`, in any order. Used by one thread at a time.
package struct AggregateEvaluator {
    private let arranger: GroupArranger
    private let groups: [BoundExpression]
    private let columns: [AggregateColumn]
    /// What each column adds up or counts; `nil` for a group's own value.
    private let inputs: [(any EvaluationNode)?]
    /// The values of each group, in the order of their first rows.
    private var found: [[Value]] = []
    /// One for each column of the first group, then those of the second.
    private var accumulators: [any Accumulator] = []
    /// The groups by their values, but those of one integer.
    private var positions: [[Value]: Int] = [:]
    /// The groups of one integer.
    private var integerPositions: [Int64: Int] = [:]

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
        inputs = columns.map { $0.expression?.node }
        arranger = try GroupArranger(request, kinds: columns.map(\.kind), binder)
        if groups.isEmpty { _ = addGroup([]) }
    }

    /// Takes the next row.
    ///
    /// - Throws: any error from evaluating the expressions.
    package mutating func add(_ row: any EvaluationRow, in source: any EvaluationSource) throws {
        let first = try position(of: row, in: source) * inputs.count
        for index in inputs.indices {
            guard let input = inputs[index] else { continue }
            accumulators[first + index].add(try input.value(of: row, in: source))
        }
    }

    /// The position of a row's group, which is made at its first row.
    private mutating func position(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Int {
        if groups.isEmpty { return 0 }
        if groups.count == 1 {
            // The values are of one kind, so integers are a separate group.
            let value = try groups[0].evaluate(row, in: source)
            guard case .integer(let number) = value else { return position(of: [value]) }
            if let position = integerPositions[number] { return position }
            let position = addGroup([value])
            integerPositions[number] = position
            return position
        }
        return position(of: try groups.values(on: row, in: source))
    }

    private mutating func position(of values: [Value]) -> Int {
        if let position = positions[values] { return position }
        let position = addGroup(values)
        positions[values] = position
        return position
    }

    private mutating func addGroup(_ values: [Value]) -> Int {
        found.append(values)
        for column in columns { accumulators.append(column.makeAccumulator()) }
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
            try found.enumerated().map { position, values in
                let row = try columns.enumerated().map { index, column in
                    try column.group.map { values[$0] }
                        ?? accumulators[position * columns.count + index].result()
                }
                return (values, row)
            })
    }
}
