/// The columns of a result that are expressions over objects, or over groups of them: one column gives its value, several give a tuple.
///
/// A closure makes it, as in `context.select(Flight.all) { ($0.number, $0.airline.name) }`; see ``ColumnBuilder``.
public struct ExpressionColumns<Root, Row>: Sendable {
    /// The expressions to request, in order.
    @usableFromInline package let trees: [ExpressionTree]
    /// The fault of an expression, thrown when the query is used; `nil` if there is none.
    @usableFromInline package let problem: GranaryError?
    /// Reads the values of a result row.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a value that its type cannot hold.
    @usableFromInline package let read: @Sendable (inout ResultReader) throws -> Row

    @inlinable init(
        trees: [ExpressionTree], problem: GranaryError?,
        _ read: @escaping @Sendable (inout ResultReader) throws -> Row
    ) {
        self.trees = trees
        self.problem = problem
        self.read = read
    }
}

extension ExpressionColumns where Root: Model {
    /// Any number of columns, read as a tuple.
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
