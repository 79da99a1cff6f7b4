/// Names that other frameworks give to what has another one here; the compiler says what to write.
extension Query {
    /// Refuses a key path with a label.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Write '.sorted { $0.title }', or '.sorted { $0.title.descending }'."
    )
    public func sorted<Value>(by path: KeyPath<M.Fields, Value>) -> Query { self }
    /// Refuses a key path of the model.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Write '.sorted { $0.title }', or '.sorted { $0.title.descending }'."
    )
    @_disfavoredOverload
    public func sorted<Value>(by path: KeyPath<M, Value>) -> Query { self }
    /// Refuses a comparison.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Write '.sorted { $0.title }', or '.sorted { $0.title.descending }'."
    )
    public func sorted(by isBefore: (M, M) -> Bool) -> Query { self }
    /// Refuses a condition by another name.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "where(_:)", message: "Write '.where { … }'.")
    public func filter(_ condition: (M.Fields) -> Condition<M>) -> Query { self }
    /// Refuses a limit by another name.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "limit(_:)", message: "Write '.limit(count)'.")
    public func prefix(_ count: Int) -> Query { self }
    /// Refuses an order by another name.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '.sorted { $0.title }', or '.sorted { $0.title.descending }'.")
    public func order<Value>(_ term: (M.Fields) -> Value) -> Query { self }
    /// Refuses an order by another name.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '.sorted { $0.title }', or '.sorted { $0.title.descending }'.")
    public func sort<Value>(_ path: KeyPath<M, Value>) -> Query { self }
    /// Refuses an order by another name.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '.sorted { $0.title }', or '.sorted { $0.title.descending }'.")
    public func sort<Value>(_ term: (M.Fields) -> Value) -> Query { self }
    /// Refuses the order turned round.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '.sorted { $0.title.descending }'.")
    public func reversed() -> Query { self }
    /// Refuses a query that fetches itself.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give the query to a context: 'context.fetch(query)'.")
    public func all() throws -> [M] { [] }
    /// Refuses a query that fetches itself.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give the query to a context: 'context.fetch(query)'.")
    public func fetch() throws -> [M] { [] }
    /// Refuses a query that fetches itself.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give the query to a context: 'context.fetch(query)'.")
    public func fetch<Database>(_ database: Database) throws -> [M] { [] }
    /// Refuses a query that fetches itself.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give the query to a context: 'context.first(query)'.")
    public func first() throws -> M? { nil }
}

extension Sequence {
    /// Refuses an attribute where a value belongs.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Ask the attribute: '$0.title.isIn(titles)', or '$0.year >= 1990 && $0.year < 2000' for a range."
    )
    public func contains<Root, Value>(_ expression: TypedExpression<Root, Value>) -> Condition<Root> {
        !Condition(expression.measured, problem: expression.problem)
    }
}
