/// A column of `select`: an expression, the rows of a relationship to many, or an object.
///
/// Programs do not conform to it.
public protocol SelectableColumn<Root, Selected>: Sendable {
    /// The model of the rows.
    associatedtype Root
    /// What the column holds.
    associatedtype Selected

    /// The column alone.
    @_documentation(visibility: private)
    var _columns: SelectedColumns<Root, Selected> { get }
}

extension SelectedColumns: SelectableColumn {
    /// The columns themselves.
    @_documentation(visibility: private)
    @inlinable public var _columns: Self { self }
}

extension TypedExpression: SelectableColumn {
    /// The expression alone.
    @_documentation(visibility: private)
    @inlinable public var _columns: SelectedColumns<Root, Value> {
        SelectedColumns(selection: Selection(values: [tree]), problem: problem) { [coding] in
            try $0.next(coding)
        }
    }
}

extension ExpressionColumns: SelectableColumn {
    /// The expressions as columns of `select`.
    @_documentation(visibility: private)
    public var _columns: SelectedColumns<Root, Row> {
        SelectedColumns(selection: Selection(values: trees), problem: problem, read)
    }
}
