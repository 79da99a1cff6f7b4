/// Makes the columns of `select` of what a closure returns: a column, or several in a tuple.
///
/// A column is an expression over objects such as `$0.number`, the rows of a relationship to many such as
/// `$0.flights.limit(3).select { $0.delay }`, or an object such as `$0.airline.object`. The compiler checks the closure by
/// itself, and so needs no more time for operators in many columns than for those in each.
@resultBuilder public enum SelectionBuilder<Root> {
    /// Takes one column, read as its value.
    @_documentation(visibility: private)
    @inlinable public static func buildExpression<C: SelectableColumn<Root, V>, V>(_ column: C)
        -> SelectedColumns<
            Root, V
        >
    {
        column._columns
    }

    /// Takes two columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable
    public static func buildExpression<
        C1: SelectableColumn<Root, V1>, C2: SelectableColumn<Root, V2>, V1, V2
    >(_ columns: (C1, C2)) -> SelectedColumns<Root, (V1, V2)> {
        let parts = (columns.0._columns, columns.1._columns)
        // Captured alone: of a whole part each row would copy the selection too.
        let (first, second) = (parts.0.read, parts.1.read)
        return .several([parts.0.part, parts.1.part]) { (try first(&$0), try second(&$0)) }
    }

    /// Takes three columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable
    public static func buildExpression<
        C1: SelectableColumn<Root, V1>, C2: SelectableColumn<Root, V2>, C3: SelectableColumn<Root, V3>, V1,
        V2, V3
    >(_ columns: (C1, C2, C3)) -> SelectedColumns<Root, (V1, V2, V3)> {
        let parts = (columns.0._columns, columns.1._columns, columns.2._columns)
        let (first, second, third) = (parts.0.read, parts.1.read, parts.2.read)
        return .several([parts.0.part, parts.1.part, parts.2.part]) {
            (try first(&$0), try second(&$0), try third(&$0))
        }
    }

    /// Takes four columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable
    public static func buildExpression<
        C1: SelectableColumn<Root, V1>, C2: SelectableColumn<Root, V2>, C3: SelectableColumn<Root, V3>,
        C4: SelectableColumn<Root, V4>, V1, V2, V3, V4
    >(_ columns: (C1, C2, C3, C4)) -> SelectedColumns<Root, (V1, V2, V3, V4)> {
        let parts = (columns.0._columns, columns.1._columns, columns.2._columns, columns.3._columns)
        let (first, second, third, fourth) = (parts.0.read, parts.1.read, parts.2.read, parts.3.read)
        return .several([parts.0.part, parts.1.part, parts.2.part, parts.3.part]) {
            (try first(&$0), try second(&$0), try third(&$0), try fourth(&$0))
        }
    }

    /// Takes five columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable
    public static func buildExpression<
        C1: SelectableColumn<Root, V1>, C2: SelectableColumn<Root, V2>, C3: SelectableColumn<Root, V3>,
        C4: SelectableColumn<Root, V4>, C5: SelectableColumn<Root, V5>, V1, V2, V3, V4, V5
    >(_ columns: (C1, C2, C3, C4, C5)) -> SelectedColumns<Root, (V1, V2, V3, V4, V5)> {
        let parts = (
            columns.0._columns, columns.1._columns, columns.2._columns, columns.3._columns, columns.4._columns
        )
        let (first, second, third, fourth, fifth) = (
            parts.0.read, parts.1.read, parts.2.read, parts.3.read, parts.4.read
        )
        return .several([parts.0.part, parts.1.part, parts.2.part, parts.3.part, parts.4.part]) {
            (
                try first(&$0), try second(&$0), try third(&$0), try fourth(&$0),
                try fifth(&$0)
            )
        }
    }

    /// Takes six columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable
    public static func buildExpression<
        C1: SelectableColumn<Root, V1>, C2: SelectableColumn<Root, V2>, C3: SelectableColumn<Root, V3>,
        C4: SelectableColumn<Root, V4>, C5: SelectableColumn<Root, V5>, C6: SelectableColumn<Root, V6>, V1,
        V2, V3, V4, V5, V6
    >(_ columns: (C1, C2, C3, C4, C5, C6)) -> SelectedColumns<Root, (V1, V2, V3, V4, V5, V6)> {
        let parts = (
            columns.0._columns, columns.1._columns, columns.2._columns, columns.3._columns,
            columns.4._columns, columns.5._columns
        )
        let (first, second, third, fourth, fifth, sixth) = (
            parts.0.read, parts.1.read, parts.2.read, parts.3.read, parts.4.read, parts.5.read
        )
        return .several([parts.0.part, parts.1.part, parts.2.part, parts.3.part, parts.4.part, parts.5.part])
        {
            (
                try first(&$0), try second(&$0), try third(&$0), try fourth(&$0),
                try fifth(&$0), try sixth(&$0)
            )
        }
    }

    /// Takes seven columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable
    public static func buildExpression<
        C1: SelectableColumn<Root, V1>, C2: SelectableColumn<Root, V2>, C3: SelectableColumn<Root, V3>,
        C4: SelectableColumn<Root, V4>, C5: SelectableColumn<Root, V5>, C6: SelectableColumn<Root, V6>,
        C7: SelectableColumn<Root, V7>, V1, V2, V3, V4, V5, V6, V7
    >(_ columns: (C1, C2, C3, C4, C5, C6, C7)) -> SelectedColumns<Root, (V1, V2, V3, V4, V5, V6, V7)> {
        let parts = (
            columns.0._columns, columns.1._columns, columns.2._columns, columns.3._columns,
            columns.4._columns, columns.5._columns, columns.6._columns
        )
        let (first, second, third, fourth, fifth, sixth, seventh) = (
            parts.0.read, parts.1.read, parts.2.read, parts.3.read, parts.4.read, parts.5.read, parts.6.read
        )
        return .several([
            parts.0.part, parts.1.part, parts.2.part, parts.3.part, parts.4.part, parts.5.part, parts.6.part,
        ]) {
            (
                try first(&$0), try second(&$0), try third(&$0), try fourth(&$0),
                try fifth(&$0), try sixth(&$0), try seventh(&$0)
            )
        }
    }

    /// Takes eight columns, read as a tuple.
    @_documentation(visibility: private)
    @inlinable
    public static func buildExpression<
        C1: SelectableColumn<Root, V1>, C2: SelectableColumn<Root, V2>, C3: SelectableColumn<Root, V3>,
        C4: SelectableColumn<Root, V4>, C5: SelectableColumn<Root, V5>, C6: SelectableColumn<Root, V6>,
        C7: SelectableColumn<Root, V7>, C8: SelectableColumn<Root, V8>, V1, V2, V3, V4, V5, V6, V7, V8
    >(_ columns: (C1, C2, C3, C4, C5, C6, C7, C8)) -> SelectedColumns<Root, (V1, V2, V3, V4, V5, V6, V7, V8)>
    {
        let parts = (
            columns.0._columns, columns.1._columns, columns.2._columns, columns.3._columns,
            columns.4._columns, columns.5._columns, columns.6._columns, columns.7._columns
        )
        let (first, second, third, fourth, fifth, sixth, seventh, eighth) = (
            parts.0.read, parts.1.read, parts.2.read, parts.3.read, parts.4.read, parts.5.read, parts.6.read,
            parts.7.read
        )
        return .several([
            parts.0.part, parts.1.part, parts.2.part, parts.3.part, parts.4.part, parts.5.part, parts.6.part,
            parts.7.part,
        ]) {
            (
                try first(&$0), try second(&$0), try third(&$0), try fourth(&$0),
                try fifth(&$0), try sixth(&$0), try seventh(&$0), try eighth(&$0)
            )
        }
    }

    /// Takes the columns of the closure's only expression.
    @_documentation(visibility: private)
    @inlinable public static func buildBlock<Row>(_ columns: SelectedColumns<Root, Row>) -> SelectedColumns<
        Root, Row
    > {
        columns
    }
}

extension SelectionBuilder where Root: Model {
    /// Refuses a column.
    @available(
        *, unavailable,
        message: """
            A column is an attribute, or an expression over attributes. For a relationship to one, name its .object, or the \
            key of the related object, such as $0.team.code; for one to many, its count, or .select with columns of the \
            related objects.
            """
    )
    public static func buildExpression<Column>(_ column: Column) -> SelectedColumns<Root, Column> {
        .several([]) { _ in throw GranaryError(.unsupported, "This is no column of a query.") }
    }
}
