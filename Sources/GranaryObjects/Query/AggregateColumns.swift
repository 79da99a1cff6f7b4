/// The columns of a result that are aggregates, and how to read a row of them: one column as its value, several
/// as a tuple.
package struct AggregateColumns<Root: Model, Row> {
    /// The aggregates to request, in order.
    package let columns: [AggregateRequest.Column]
    /// The fault of an aggregate, thrown when the query is used; `nil` if there is none.
    package let problem: GranaryError?
    /// Reads the aggregates of a result row.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a value that its type cannot hold.
    package let read: @Sendable (inout ResultReader) throws -> Row

    /// Several columns, read as a tuple.
    package static func several<each V>(
        _ aggregates: (Root.Fields) -> (repeat Aggregate<Root, each V>)
    ) -> Self where Row == (repeat each V) {
        let aggregates = aggregates(Root.fields)
        var columns: [AggregateRequest.Column] = []
        var problem: GranaryError?
        for aggregate in repeat each aggregates {
            columns.append(aggregate.column)
            problem = problem ?? aggregate.problem
        }
        return Self(columns: columns, problem: problem) { (repeat try $0.next((each aggregates).coding)) }
    }
}

extension AggregateColumns where Row: Sendable {
    /// One column, read as its value.
    package static func one(_ aggregate: (Root.Fields) -> Aggregate<Root, Row>) -> Self {
        let aggregate = aggregate(Root.fields)
        return Self(columns: [aggregate.column], problem: aggregate.problem) {
            try $0.next(aggregate.coding)
        }
    }
}
