/// Makes columns of what a closure returns: an expression over objects, or over a group of them, or several in a tuple.
///
/// The compiler checks the closure by itself, and so needs no more time for operators in many columns than for those in
/// each.
@resultBuilder public enum ColumnBuilder<Root> {
    /// Takes one column, read as its value.
    ///
    /// One column is a special case: for the compiler a tuple of one element, made of a parameter pack, is another type
    /// than the element, and an optional value in it becomes doubly optional.
    @_documentation(visibility: private)
    public static func buildExpression<V>(_ column: TypedExpression<Root, V>) -> ExpressionColumns<Root, V> {
        ExpressionColumns(trees: [column.tree], problem: column.problem) { try $0.next(column.coding) }
    }

    /// Takes two columns, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<V1, V2>(
        _ columns: (TypedExpression<Root, V1>, TypedExpression<Root, V2>)
    ) -> ExpressionColumns<Root, (V1, V2)> {
        let parts = columns
        return ExpressionColumns(
            trees: [parts.0.tree, parts.1.tree], problem: parts.0.problem ?? parts.1.problem
        ) {
            (try $0.next(parts.0.coding), try $0.next(parts.1.coding))
        }
    }

    /// Takes three columns, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<V1, V2, V3>(
        _ columns: (TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>)
    ) -> ExpressionColumns<Root, (V1, V2, V3)> {
        let parts = columns
        return ExpressionColumns(
            trees: [parts.0.tree, parts.1.tree, parts.2.tree],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem
        ) {
            (try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding))
        }
    }

    /// Takes four columns, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<V1, V2, V3, V4>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4)> {
        let parts = columns
        return ExpressionColumns(
            trees: [parts.0.tree, parts.1.tree, parts.2.tree, parts.3.tree],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding)
            )
        }
    }

    /// Takes five columns, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<V1, V2, V3, V4, V5>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5)> {
        let parts = columns
        return ExpressionColumns(
            trees: [parts.0.tree, parts.1.tree, parts.2.tree, parts.3.tree, parts.4.tree],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem
                ?? parts.4.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding), try $0.next(parts.4.coding)
            )
        }
    }

    /// Takes six columns, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<V1, V2, V3, V4, V5, V6>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>, TypedExpression<Root, V6>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5, V6)> {
        let parts = columns
        return ExpressionColumns(
            trees: [parts.0.tree, parts.1.tree, parts.2.tree, parts.3.tree, parts.4.tree, parts.5.tree],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem ?? parts.4
                .problem ?? parts.5.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding), try $0.next(parts.4.coding), try $0.next(parts.5.coding)
            )
        }
    }

    /// Takes seven columns, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<V1, V2, V3, V4, V5, V6, V7>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>, TypedExpression<Root, V6>,
            TypedExpression<Root, V7>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5, V6, V7)> {
        let parts = columns
        return ExpressionColumns(
            trees: [
                parts.0.tree, parts.1.tree, parts.2.tree, parts.3.tree, parts.4.tree, parts.5.tree,
                parts.6.tree,
            ],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem ?? parts.4
                .problem ?? parts.5.problem ?? parts.6.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding), try $0.next(parts.4.coding), try $0.next(parts.5.coding),
                try $0.next(parts.6.coding)
            )
        }
    }

    /// Takes eight columns, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<V1, V2, V3, V4, V5, V6, V7, V8>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>, TypedExpression<Root, V6>,
            TypedExpression<Root, V7>, TypedExpression<Root, V8>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5, V6, V7, V8)> {
        let parts = columns
        return ExpressionColumns(
            trees: [
                parts.0.tree, parts.1.tree, parts.2.tree, parts.3.tree, parts.4.tree, parts.5.tree,
                parts.6.tree, parts.7.tree,
            ],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem ?? parts.4
                .problem ?? parts.5.problem ?? parts.6.problem ?? parts.7.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding), try $0.next(parts.4.coding), try $0.next(parts.5.coding),
                try $0.next(parts.6.coding), try $0.next(parts.7.coding)
            )
        }
    }

    /// Takes columns that are made already.
    @_documentation(visibility: private)
    public static func buildExpression<Row>(
        _ columns: ExpressionColumns<Root, Row>
    ) -> ExpressionColumns<Root, Row> { columns }

    /// Takes the columns of the closure's only expression.
    @_documentation(visibility: private)
    public static func buildBlock<Row>(
        _ columns: ExpressionColumns<Root, Row>
    ) -> ExpressionColumns<Root, Row> { columns }
}

extension ColumnBuilder where Root: Model {
    /// Refuses a column.
    @available(
        *, unavailable,
        message: """
            A column is an attribute, or an expression over attributes. For a relationship to one, name the key of the \
            related object, such as $0.team.code; for one to many, its count.
            """
    )
    public static func buildExpression<Column>(_ column: Column) -> ExpressionColumns<Root, Column> {
        ExpressionColumns(trees: [], problem: nil) { _ in
            throw GranaryError(.unsupported, "This is no column of a query.")
        }
    }
}

extension ColumnBuilder {
    /// Refuses an aggregate.
    @available(
        *, unavailable,
        message: """
            An aggregate is $0.count(), or .sum, .average, .minimum, .maximum, .valueCount or .distinctCount of an \
            expression over attributes, such as $0.delay.average.
            """
    )
    public static func buildExpression<Member: Model, Column>(_ aggregate: Column) -> ExpressionColumns<
        Root, Column
    > where Root == ObjectGroup<Member> {
        ExpressionColumns(trees: [], problem: nil) { _ in
            throw GranaryError(.unsupported, "This is no aggregate of a query.")
        }
    }
}
