/// The columns of a result that are aggregates, and how to read a row of them: one column as its value, several
/// as a tuple.
package struct AggregateColumns<Root: Model, Row> {
    package let columns: [AggregateRequest.Column]
    package let problem: GranaryError?
    package let read: @Sendable (inout ResultReader) throws -> Row

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
    package static func one(_ aggregate: (Root.Fields) -> Aggregate<Root, Row>) -> Self {
        let aggregate = aggregate(Root.fields)
        return Self(columns: [aggregate.column], problem: aggregate.problem) {
            try $0.next(aggregate.coding)
        }
    }
}
