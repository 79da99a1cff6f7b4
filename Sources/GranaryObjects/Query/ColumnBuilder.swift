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
    @inlinable public static func buildExpression<V>(
        _ column: TypedExpression<Root, V>
    ) -> ExpressionColumns<Root, V> {
        // Captured alone: of a whole expression each row would copy the tree too.
        let coding = column.coding
        return ExpressionColumns(trees: [column.tree], problem: column.problem) { try $0.next(coding) }
    }

    /// Takes two columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<V1, V2>(
        _ columns: (TypedExpression<Root, V1>, TypedExpression<Root, V2>)
    ) -> ExpressionColumns<Root, (V1, V2)> {
        let (first, second) = (columns.0.coding, columns.1.coding)
        return ExpressionColumns(
            trees: [columns.0.tree, columns.1.tree], problem: columns.0.problem ?? columns.1.problem
        ) {
            (try $0.next(first), try $0.next(second))
        }
    }

    /// Takes three columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<V1, V2, V3>(
        _ columns: (TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>)
    ) -> ExpressionColumns<Root, (V1, V2, V3)> {
        let (first, second, third) = (columns.0.coding, columns.1.coding, columns.2.coding)
        return ExpressionColumns(
            trees: [columns.0.tree, columns.1.tree, columns.2.tree],
            problem: columns.0.problem ?? columns.1.problem ?? columns.2.problem
        ) {
            (try $0.next(first), try $0.next(second), try $0.next(third))
        }
    }

    /// Takes four columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<V1, V2, V3, V4>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4)> {
        let (first, second, third, fourth) = (
            columns.0.coding, columns.1.coding, columns.2.coding, columns.3.coding
        )
        return ExpressionColumns(
            trees: [columns.0.tree, columns.1.tree, columns.2.tree, columns.3.tree],
            problem: columns.0.problem ?? columns.1.problem ?? columns.2.problem ?? columns.3.problem
        ) {
            (
                try $0.next(first), try $0.next(second), try $0.next(third),
                try $0.next(fourth)
            )
        }
    }

    /// Takes five columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<V1, V2, V3, V4, V5>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5)> {
        let (first, second, third, fourth, fifth) = (
            columns.0.coding, columns.1.coding, columns.2.coding, columns.3.coding, columns.4.coding
        )
        return ExpressionColumns(
            trees: [columns.0.tree, columns.1.tree, columns.2.tree, columns.3.tree, columns.4.tree],
            problem: columns.0.problem ?? columns.1.problem ?? columns.2.problem ?? columns.3.problem
                ?? columns.4.problem
        ) {
            (
                try $0.next(first), try $0.next(second), try $0.next(third),
                try $0.next(fourth), try $0.next(fifth)
            )
        }
    }

    /// Takes six columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<V1, V2, V3, V4, V5, V6>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>, TypedExpression<Root, V6>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5, V6)> {
        let (first, second, third, fourth, fifth, sixth) = (
            columns.0.coding, columns.1.coding, columns.2.coding, columns.3.coding, columns.4.coding,
            columns.5.coding
        )
        return ExpressionColumns(
            trees: [
                columns.0.tree, columns.1.tree, columns.2.tree, columns.3.tree, columns.4.tree,
                columns.5.tree,
            ],
            problem: columns.0.problem ?? columns.1.problem ?? columns.2.problem ?? columns.3.problem
                ?? columns.4.problem ?? columns.5.problem
        ) {
            (
                try $0.next(first), try $0.next(second), try $0.next(third),
                try $0.next(fourth), try $0.next(fifth), try $0.next(sixth)
            )
        }
    }

    /// Takes seven columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<V1, V2, V3, V4, V5, V6, V7>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>, TypedExpression<Root, V6>,
            TypedExpression<Root, V7>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5, V6, V7)> {
        let (first, second, third, fourth, fifth, sixth, seventh) = (
            columns.0.coding, columns.1.coding, columns.2.coding, columns.3.coding, columns.4.coding,
            columns.5.coding, columns.6.coding
        )
        return ExpressionColumns(
            trees: [
                columns.0.tree, columns.1.tree, columns.2.tree, columns.3.tree, columns.4.tree,
                columns.5.tree,
                columns.6.tree,
            ],
            problem: columns.0.problem ?? columns.1.problem ?? columns.2.problem ?? columns.3.problem
                ?? columns.4.problem ?? columns.5.problem ?? columns.6.problem
        ) {
            (
                try $0.next(first), try $0.next(second), try $0.next(third),
                try $0.next(fourth), try $0.next(fifth), try $0.next(sixth),
                try $0.next(seventh)
            )
        }
    }

    /// Takes eight columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<V1, V2, V3, V4, V5, V6, V7, V8>(
        _ columns: (
            TypedExpression<Root, V1>, TypedExpression<Root, V2>, TypedExpression<Root, V3>,
            TypedExpression<Root, V4>, TypedExpression<Root, V5>, TypedExpression<Root, V6>,
            TypedExpression<Root, V7>, TypedExpression<Root, V8>
        )
    ) -> ExpressionColumns<Root, (V1, V2, V3, V4, V5, V6, V7, V8)> {
        let (first, second, third, fourth, fifth, sixth, seventh, eighth) = (
            columns.0.coding, columns.1.coding, columns.2.coding, columns.3.coding, columns.4.coding,
            columns.5.coding, columns.6.coding, columns.7.coding
        )
        return ExpressionColumns(
            trees: [
                columns.0.tree, columns.1.tree, columns.2.tree, columns.3.tree, columns.4.tree,
                columns.5.tree,
                columns.6.tree, columns.7.tree,
            ],
            problem: columns.0.problem ?? columns.1.problem ?? columns.2.problem ?? columns.3.problem
                ?? columns.4.problem ?? columns.5.problem ?? columns.6.problem ?? columns.7.problem
        ) {
            (
                try $0.next(first), try $0.next(second), try $0.next(third),
                try $0.next(fourth), try $0.next(fifth), try $0.next(sixth),
                try $0.next(seventh), try $0.next(eighth)
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
