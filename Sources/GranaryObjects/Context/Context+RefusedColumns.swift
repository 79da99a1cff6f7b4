/// The compiler's messages about expressions that cannot be columns, such as a relationship.
///
/// The compiler chooses these overloads when no other one fits.
extension Context {
    /// Refuses a column.
    @available(
        *, unavailable,
        message: """
            A column is an attribute, or an expression over attributes. For a relationship to one, name the key of the \
            related object, such as $0.team.code; for one to many, its count.
            """
    )
    public func select<M: Model, Column>(
        _ query: Query<M>, _ columns: (M.Fields) -> Column
    ) throws -> [Column] { [] }

    /// Refuses a column.
    @available(
        *, unavailable,
        message: """
            A column is an attribute, or an expression over attributes. For a relationship to one, name the key of the \
            related object, such as $0.team.code; for one to many, its count.
            """
    )
    public func distinct<M: Model, Column>(
        _ query: Query<M>, _ columns: (M.Fields) -> Column
    ) throws -> [Column] { [] }

    /// Refuses a group.
    @available(
        *, unavailable,
        message: """
            A column is an attribute, or an expression over attributes. For a relationship to one, name the key of the \
            related object, such as $0.team.code; for one to many, its count.
            """
    )
    public func grouped<M: Model, Column, A>(
        _ query: Query<M>, by groups: (M.Fields) -> Column, _ aggregate: (M.Fields) -> Aggregate<M, A>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: Column, values: A)] { [] }

    /// Refuses a group.
    @available(
        *, unavailable,
        message: """
            A column is an attribute, or an expression over attributes. For a relationship to one, name the key of the \
            related object, such as $0.team.code; for one to many, its count.
            """
    )
    public func grouped<M: Model, Column, A1, A2, each A>(
        _ query: Query<M>, by groups: (M.Fields) -> Column,
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, repeat Aggregate<M, each A>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: Column, values: (A1, A2, repeat each A))] { [] }
}
