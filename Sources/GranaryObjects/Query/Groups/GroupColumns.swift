/// The groups of a query with the aggregates of each, and how to read them.
package struct GroupColumns<M: Model, Group, Values>: Sendable {
    /// The grouping to request.
    package let grouping: Grouping
    /// The fault of an expression, thrown when the query is used.
    package let problem: GranaryError?
    private let groups: ExpressionColumns<M, Group>
    private let aggregates: AggregateColumns<M, Values>

    /// Arranges the groups.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an order by anything but a group or an aggregate.
    package init(
        _ groups: ExpressionColumns<M, Group>, _ aggregates: AggregateColumns<M, Values>,
        _ arrangement: (GroupArrangement<M>) -> GroupArrangement<M>
    ) throws {
        let columns: [AggregateRequest.Column] = groups.trees.indices.map { .group($0) }
        var grouping = Grouping(groups: groups.trees, columns: columns + aggregates.aggregates)
        try arrangement(GroupArrangement()).apply(to: &grouping)
        self.grouping = grouping
        problem = groups.problem ?? aggregates.problem
        self.groups = groups
        self.aggregates = aggregates
    }

    /// The groups in the rows of a result.
    package func read(_ rows: [[Value]]) throws -> [(group: Group, values: Values)] {
        try rows.map { row in
            var reader = ResultReader(row)
            return (try groups.read(&reader), try aggregates.read(&reader))
        }
    }
}
