/// Makes columns of what a closure returns: an aggregate, or several in a tuple.
///
/// The compiler checks the closure by itself, as with ``ColumnBuilder``.
@resultBuilder public enum AggregateBuilder<Root: Model> {
    /// Takes one aggregate, read as its value.
    @_documentation(visibility: private)
    public static func buildExpression<V>(_ aggregate: Aggregate<Root, V>) -> AggregateColumns<Root, V> {
        AggregateColumns(columns: [aggregate.column], problem: aggregate.problem) {
            try $0.next(aggregate.coding)
        }
    }

    /// Takes two aggregates, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<A1, A2>(
        _ aggregates: (Aggregate<Root, A1>, Aggregate<Root, A2>)
    ) -> AggregateColumns<Root, (A1, A2)> {
        let parts = aggregates
        return AggregateColumns(
            columns: [parts.0.column, parts.1.column], problem: parts.0.problem ?? parts.1.problem
        ) {
            (try $0.next(parts.0.coding), try $0.next(parts.1.coding))
        }
    }

    /// Takes three aggregates, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<A1, A2, A3>(
        _ aggregates: (Aggregate<Root, A1>, Aggregate<Root, A2>, Aggregate<Root, A3>)
    ) -> AggregateColumns<Root, (A1, A2, A3)> {
        let parts = aggregates
        return AggregateColumns(
            columns: [parts.0.column, parts.1.column, parts.2.column],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem
        ) {
            (try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding))
        }
    }

    /// Takes four aggregates, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<A1, A2, A3, A4>(
        _ aggregates: (Aggregate<Root, A1>, Aggregate<Root, A2>, Aggregate<Root, A3>, Aggregate<Root, A4>)
    ) -> AggregateColumns<Root, (A1, A2, A3, A4)> {
        let parts = aggregates
        return AggregateColumns(
            columns: [parts.0.column, parts.1.column, parts.2.column, parts.3.column],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding)
            )
        }
    }

    /// Takes five aggregates, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<A1, A2, A3, A4, A5>(
        _ aggregates: (
            Aggregate<Root, A1>, Aggregate<Root, A2>, Aggregate<Root, A3>, Aggregate<Root, A4>,
            Aggregate<Root, A5>
        )
    ) -> AggregateColumns<Root, (A1, A2, A3, A4, A5)> {
        let parts = aggregates
        return AggregateColumns(
            columns: [parts.0.column, parts.1.column, parts.2.column, parts.3.column, parts.4.column],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem
                ?? parts.4.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding), try $0.next(parts.4.coding)
            )
        }
    }

    /// Takes six aggregates, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<A1, A2, A3, A4, A5, A6>(
        _ aggregates: (
            Aggregate<Root, A1>, Aggregate<Root, A2>, Aggregate<Root, A3>, Aggregate<Root, A4>,
            Aggregate<Root, A5>, Aggregate<Root, A6>
        )
    ) -> AggregateColumns<Root, (A1, A2, A3, A4, A5, A6)> {
        let parts = aggregates
        return AggregateColumns(
            columns: [
                parts.0.column, parts.1.column, parts.2.column, parts.3.column, parts.4.column,
                parts.5.column,
            ],
            problem: parts.0.problem ?? parts.1.problem ?? parts.2.problem ?? parts.3.problem ?? parts.4
                .problem ?? parts.5.problem
        ) {
            (
                try $0.next(parts.0.coding), try $0.next(parts.1.coding), try $0.next(parts.2.coding),
                try $0.next(parts.3.coding), try $0.next(parts.4.coding), try $0.next(parts.5.coding)
            )
        }
    }

    /// Takes seven aggregates, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<A1, A2, A3, A4, A5, A6, A7>(
        _ aggregates: (
            Aggregate<Root, A1>, Aggregate<Root, A2>, Aggregate<Root, A3>, Aggregate<Root, A4>,
            Aggregate<Root, A5>, Aggregate<Root, A6>, Aggregate<Root, A7>
        )
    ) -> AggregateColumns<Root, (A1, A2, A3, A4, A5, A6, A7)> {
        let parts = aggregates
        return AggregateColumns(
            columns: [
                parts.0.column, parts.1.column, parts.2.column, parts.3.column, parts.4.column,
                parts.5.column, parts.6.column,
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

    /// Takes eight aggregates, read as a tuple.
    @_documentation(visibility: private)
    public static func buildExpression<A1, A2, A3, A4, A5, A6, A7, A8>(
        _ aggregates: (
            Aggregate<Root, A1>, Aggregate<Root, A2>, Aggregate<Root, A3>, Aggregate<Root, A4>,
            Aggregate<Root, A5>, Aggregate<Root, A6>, Aggregate<Root, A7>, Aggregate<Root, A8>
        )
    ) -> AggregateColumns<Root, (A1, A2, A3, A4, A5, A6, A7, A8)> {
        let parts = aggregates
        return AggregateColumns(
            columns: [
                parts.0.column, parts.1.column, parts.2.column, parts.3.column, parts.4.column,
                parts.5.column, parts.6.column, parts.7.column,
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

    /// Refuses an aggregate.
    @available(
        *, unavailable,
        message: """
            An aggregate is $0.count(), or .sum, .average, .minimum, .maximum, .valueCount or .distinctCount of an \
            expression over attributes, such as $0.delay.average.
            """
    )
    public static func buildExpression<Column>(_ aggregate: Column) -> AggregateColumns<Root, Column> {
        AggregateColumns(columns: [], problem: nil) { _ in
            throw GranaryError(.unsupported, "This is no aggregate of a query.")
        }
    }

    /// Takes aggregates that are made already.
    @_documentation(visibility: private)
    public static func buildExpression<Row>(
        _ columns: AggregateColumns<Root, Row>
    ) -> AggregateColumns<Root, Row> { columns }

    /// Takes the aggregates of the closure's only expression.
    @_documentation(visibility: private)
    public static func buildBlock<Row>(
        _ columns: AggregateColumns<Root, Row>
    ) -> AggregateColumns<Root, Row> { columns }
}
