/// Types and queries in each other's place; the compiler says what to write.
extension PersistentStack {
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give a query: 'observe(Film.all)' or 'observe(Film.where { … })'.")
    public func observe<M: Model>(_ type: M.Type) -> LiveQuery<M> { observe(M.all) }
    /// Refuses a query in place of a type.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "Give the model: 'changes(of: Film.self)'; 'observe(query)' follows the result of a query."
    )
    public func changes<M: Model>(of query: Query<M>) -> SavedChanges<M> { changes(of: M.self) }
}
