/// The columns of a result that are expressions over objects, and how a row of them is read: one column as its
/// value, several as a tuple.
///
/// One column is a case of its own: for the compiler a tuple of one element, made of a parameter pack, is another type than
/// the element, and an optional value in it becomes doubly optional.
struct ExpressionColumns<Root: Model, Row> {
    let trees: [ExpressionTree]
    let problem: GranaryError?
    let read: (inout ResultReader) throws -> Row

    static func several<each V>(
        _ columns: (Root.Fields) -> (repeat TypedExpression<Root, each V>)
    ) -> Self where Row == (repeat each V) {
        let columns = columns(Root.fields)
        var trees: [ExpressionTree] = []
        var problem: GranaryError?
        for column in repeat each columns {
            trees.append(column.tree)
            problem = problem ?? column.problem
        }
        return Self(trees: trees, problem: problem) { (repeat try $0.next((each columns).coding)) }
    }
}

extension ExpressionColumns where Row: Sendable {
    static func one(_ column: (Root.Fields) -> TypedExpression<Root, Row>) -> Self {
        let column = column(Root.fields)
        return Self(trees: [column.tree], problem: column.problem) { try $0.next(column.coding) }
    }
}

/// The columns of a result that are aggregates, and how a row of them is read: one column as its value, several
/// as a tuple.
struct AggregateColumns<Root: Model, Row> {
    let columns: [AggregateRequest.Column]
    let problem: GranaryError?
    let read: (inout ResultReader) throws -> Row

    static func several<each V>(
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
    static func one(_ aggregate: (Root.Fields) -> Aggregate<Root, Row>) -> Self {
        let aggregate = aggregate(Root.fields)
        return Self(columns: [aggregate.column], problem: aggregate.problem) {
            try $0.next(aggregate.coding)
        }
    }
}

/// Reads the values of one result row, one after the other.
struct ResultReader {
    private let row: [Value]
    private var index = 0

    init(_ row: [Value]) { self.row = row }

    mutating func next<V>(_ coding: ValueCoding<V>) throws -> V {
        defer { index += 1 }
        return try coding.decode(row.indices.contains(index) ? row[index] : .null)
    }
}
