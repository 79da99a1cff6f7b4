extension Context {
    /// The only object of a query.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` if there is none; ``GranaryError/Code/query`` if there are several; any error
    ///   from ``fetch(_:)``.
    public func single<M: Model>(_ query: Query<M>) throws -> M {
        let found = try fetch(query.limit(min(query.limit ?? 2, 2)))
        let name = M.modelDescription.name
        guard let object = found.first else {
            throw GranaryError(
                .notFound,
                "No object of \(name) meets a condition that was to name a single one; widen the condition, or ask for the first.",
                context: .init(entity: name))
        }
        if found.count == 1 { return object }
        throw GranaryError(
            .query,
            "More than one object of \(name) meets a condition that was to name a single one; narrow the condition, or ask for the first.",
            context: .init(entity: name))
    }

    /// Whether a condition, or each of several lines, holds for every object of a query; true without objects.
    ///
    /// - Throws: any error from ``exists(_:)`` and ``select(_:columns:)``.
    public func allSatisfy<M: Model>(
        _ query: Query<M>, @ConditionBuilder<M> _ condition: (M.Fields) -> Condition<M>
    ) throws -> Bool {
        let condition = condition(M.fields)
        if query.offset == 0, query.limit == nil, query.cursor == nil {
            return try !exists(query.where { _ in !condition })
        }
        // A further condition would change which objects the range has.
        var query = query
        query.problem = query.problem ?? condition.problem
        return try select(query, columns: .expressions([condition.tree])).allSatisfy { $0 == [.bool(true)] }
    }
}
