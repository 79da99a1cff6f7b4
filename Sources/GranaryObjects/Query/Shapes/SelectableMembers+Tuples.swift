/// Columns with lists of rows whose types the compiler knows from the closure at once, for statements that go on after
/// `select`; see the forms of ``Context/select(_:_:)``.
extension SelectableMembers {
    /// A column with a list of rows of one column.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<C: SelectableColumn<Target, V>, V>(
        _ columns: (Target.Fields) -> C
    ) -> MemberColumn<Root, V> { select { SelectionBuilder<Target>.buildExpression(columns($0)) } }

    /// A column with a list of rows of two columns.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<C1: SelectableColumn<Target, V1>, C2: SelectableColumn<Target, V2>, V1, V2>(
        _ columns: (Target.Fields) -> (C1, C2)
    ) -> MemberColumn<Root, (V1, V2)> { select { SelectionBuilder<Target>.buildExpression(columns($0)) } }

    /// A column with a list of rows of three columns.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<
        C1: SelectableColumn<Target, V1>, C2: SelectableColumn<Target, V2>, C3: SelectableColumn<Target, V3>,
        V1, V2, V3
    >(
        _ columns: (Target.Fields) -> (C1, C2, C3)
    ) -> MemberColumn<Root, (V1, V2, V3)> { select { SelectionBuilder<Target>.buildExpression(columns($0)) } }

    /// A column with a list of rows of four columns.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<
        C1: SelectableColumn<Target, V1>, C2: SelectableColumn<Target, V2>, C3: SelectableColumn<Target, V3>,
        C4: SelectableColumn<Target, V4>, V1, V2, V3, V4
    >(
        _ columns: (Target.Fields) -> (C1, C2, C3, C4)
    ) -> MemberColumn<Root, (V1, V2, V3, V4)> {
        select { SelectionBuilder<Target>.buildExpression(columns($0)) }
    }

    /// A column with a list of rows of five columns.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<
        C1: SelectableColumn<Target, V1>, C2: SelectableColumn<Target, V2>, C3: SelectableColumn<Target, V3>,
        C4: SelectableColumn<Target, V4>, C5: SelectableColumn<Target, V5>, V1, V2, V3, V4, V5
    >(
        _ columns: (Target.Fields) -> (C1, C2, C3, C4, C5)
    ) -> MemberColumn<Root, (V1, V2, V3, V4, V5)> {
        select { SelectionBuilder<Target>.buildExpression(columns($0)) }
    }

    /// A column with a list of rows of six columns.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<
        C1: SelectableColumn<Target, V1>, C2: SelectableColumn<Target, V2>, C3: SelectableColumn<Target, V3>,
        C4: SelectableColumn<Target, V4>, C5: SelectableColumn<Target, V5>, C6: SelectableColumn<Target, V6>,
        V1, V2, V3, V4, V5, V6
    >(
        _ columns: (Target.Fields) -> (C1, C2, C3, C4, C5, C6)
    ) -> MemberColumn<Root, (V1, V2, V3, V4, V5, V6)> {
        select { SelectionBuilder<Target>.buildExpression(columns($0)) }
    }

    /// A column with a list of rows of seven columns.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<
        C1: SelectableColumn<Target, V1>, C2: SelectableColumn<Target, V2>, C3: SelectableColumn<Target, V3>,
        C4: SelectableColumn<Target, V4>, C5: SelectableColumn<Target, V5>, C6: SelectableColumn<Target, V6>,
        C7: SelectableColumn<Target, V7>, V1, V2, V3, V4, V5, V6, V7
    >(
        _ columns: (Target.Fields) -> (C1, C2, C3, C4, C5, C6, C7)
    ) -> MemberColumn<Root, (V1, V2, V3, V4, V5, V6, V7)> {
        select { SelectionBuilder<Target>.buildExpression(columns($0)) }
    }

    /// A column with a list of rows of eight columns.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<
        C1: SelectableColumn<Target, V1>, C2: SelectableColumn<Target, V2>, C3: SelectableColumn<Target, V3>,
        C4: SelectableColumn<Target, V4>, C5: SelectableColumn<Target, V5>, C6: SelectableColumn<Target, V6>,
        C7: SelectableColumn<Target, V7>, C8: SelectableColumn<Target, V8>, V1, V2, V3, V4, V5, V6, V7, V8
    >(
        _ columns: (Target.Fields) -> (C1, C2, C3, C4, C5, C6, C7, C8)
    ) -> MemberColumn<Root, (V1, V2, V3, V4, V5, V6, V7, V8)> {
        select { SelectionBuilder<Target>.buildExpression(columns($0)) }
    }
}
