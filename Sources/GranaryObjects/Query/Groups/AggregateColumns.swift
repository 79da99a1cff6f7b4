/// The columns of a result that are aggregates: one column gives its value, several give a tuple.
///
/// A closure makes it, as in `context.aggregate(Flight.all) { ($0.delay.average, $0.count()) }`; see ``ColumnBuilder``.
public typealias AggregateColumns<Root: Model, Row> = ExpressionColumns<ObjectGroup<Root>, Row>

extension ExpressionColumns {
    /// The expressions as columns of groups, for those that are over a group.
    package var aggregates: [AggregateRequest.Column] { trees.map(\.column) }
}

extension ExpressionTree {
    /// An expression over a group as a column of a result.
    var column: AggregateRequest.Column {
        if case .aggregate(let column) = self { column } else { .calculated(self) }
    }
}
