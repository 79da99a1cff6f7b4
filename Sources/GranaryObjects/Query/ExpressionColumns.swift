/// The columns of a result that are expressions over objects, and how to read a row of them: one column as its
/// value, several as a tuple.
///
/// One column is a special case: for the compiler a tuple of one element, made of a parameter pack, is another type
/// than the element, and an optional value in it becomes doubly optional.
package struct ExpressionColumns<Root: Model, Row> {
    /// The expressions to request, in order.
    package let trees: [ExpressionTree]
    /// The fault of an expression, thrown when the query is used; `nil` if there is none.
    package let problem: GranaryError?
    /// Reads the values of a result row.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a value that its type cannot hold.
    package let read: @Sendable (inout ResultReader) throws -> Row

    /// Several columns, read as a tuple.
    package static func several<each V>(
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
    /// One column, read as its value.
    package static func one(_ column: (Root.Fields) -> TypedExpression<Root, Row>) -> Self {
        let column = column(Root.fields)
        return Self(trees: [column.tree], problem: column.problem) { try $0.next(column.coding) }
    }
}
