/// Keeps an aggregate up to date from the rows that enter and leave, without the others.
///
/// Counts, sums and means of integers and decimals follow exactly; so do the smallest and the largest value, until they
/// themselves leave. Used by one thread at a time.
package struct AggregateTally {
    /// The known values of a group's rows.
    private struct Group {
        var count: Int64
        var columns: [ColumnTally]
    }

    private let arranger: GroupArranger
    private let groups: [BoundExpression]
    private let columns: [AggregateColumn]
    private var known: [[Value]: Group] = [:]

    /// Binds the expressions of a request; `nil` for one whose result depends on other rows.
    ///
    /// Those have an offset or a limit of rows, follow relationships, count different values, or add up reals, whose
    /// rounded sum says too little about the exact one.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in the expressions.
    package init?(_ request: AggregateRequest, _ binder: ExpressionBinder) throws {
        let groups = try request.groups.map { try binder.bind($0) }
        let columns = try request.computed.map { try AggregateColumn($0, groups: groups, binder) }
        if request.rows.offset != 0 || request.rows.limit != nil
            || !columns.allSatisfy(\.canBeTallied)
            || (groups + columns.compactMap(\.expression)).contains(where: \.usesRelationships)
        {
            return nil
        }
        arranger = try GroupArranger(request, kinds: columns.map(\.kind), binder)
        self.groups = groups
        self.columns = columns
    }

    // MARK: The first rows

    /// The columns of a request by the same groups that a tally begins with: the groups, their number of rows, and the
    /// values that each column needs.
    package var firstColumns: [AggregateRequest.Column] {
        groups.indices.map { .group($0) } + [.count] + columns.flatMap(\.tallied)
    }

    /// Begins with the result of a request for ``firstColumns``.
    package mutating func begin(with rows: [[Value]]) {
        known = [:]
        for row in rows {
            var rest = row[...]
            let values = groups.map { _ in rest.popFirst() ?? .null }
            guard case .integer(let count) = rest.popFirst() ?? .null else { continue }
            known[values] = Group(count: count, columns: columns.map { $0.makeTally(&rest) })
        }
    }

    // MARK: Following

    /// Takes a row that has entered.
    ///
    /// - Throws: any error from evaluating the expressions.
    package mutating func add(_ row: some EvaluationRow) throws {
        let values = try evaluate(row)
        var none: ArraySlice<Value> = []
        var group = known[values.group] ?? Group(count: 0, columns: columns.map { $0.makeTally(&none) })
        group.count += 1
        for (index, value) in zip(columns.indices, values.columns) { group.columns[index].add(value) }
        known[values.group] = group
    }

    /// Removes a row that has left; returns whether the aggregate is still known.
    ///
    /// - Throws: any error from evaluating the expressions.
    package mutating func remove(_ row: some EvaluationRow) throws -> Bool {
        let values = try evaluate(row)
        guard var group = known[values.group], group.count > 0 else { return false }
        group.count -= 1
        var isKnown = true
        for (index, value) in zip(columns.indices, values.columns) {
            isKnown = group.columns[index].remove(value) && isKnown
        }
        // All objects are one group, even if there are none.
        if group.count > 0 || groups.isEmpty {
            known[values.group] = group
            return isKnown
        }
        known[values.group] = nil
        // If a group without rows still has sums, they belong to a save whose notice has not come yet.
        return isKnown && group.columns.allSatisfy(\.isEmpty)
    }

    private func evaluate(_ row: some EvaluationRow) throws -> (group: [Value], columns: [Value]) {
        let source = NullRow.shared
        return (
            try groups.values(on: row, in: source),
            try columns.map { try $0.expression?.evaluate(row, in: source) ?? .null }
        )
    }

    // MARK: The result

    /// The current rows of the result.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` where a sum leaves its range; any error from ``GroupArranger/arrange(_:)``.
    ///
    /// Complexity: O(groups · log groups).
    package func results() throws -> [[Value]] {
        try arranger.arrange(
            try known.map { values, group in
                let row = try zip(columns, group.columns).map { column, tally in
                    try column.group.map { values[$0] } ?? tally.result(ofRows: group.count)
                }
                return (values, row)
            })
    }
}
