/// The values of an expression over the objects of a query, among which another query looks for its own:
/// `Customer.where { $0.id.isIn(Order.where { $0.freight > 100 }.values { $0.customer.id }) }`.
///
/// They stay in the stores until a query that names them is answered, and are read once for it.
public struct QueryValues<Value: Sendable>: Sendable {
    let query: Subquery
    let problem: GranaryError?
}

extension Query {
    /// The values of an expression over the objects, for `isIn`.
    ///
    /// The order of the query matters only together with a limit or an offset.
    public func values<V>(_ value: (M.Fields) -> TypedExpression<M, V>) -> QueryValues<V> {
        let value = value(M.fields)
        let (query, fault) = subquery(.values(value.tree))
        return QueryValues(query: query, problem: fault ?? value.problem)
    }

    /// The query as a part of an expression, and its fault.
    func subquery(_ result: Subquery.Result) -> (query: Subquery, fault: GranaryError?) {
        var query = Subquery(model: M.modelDescription.name, result)
        query.predicate = predicate
        query.sort = sort
        query.offset = offset
        query.limit = limit
        query.lifted = lifted
        if let problem { return (Subquery(model: query.model, result), problem) }
        if cursor == nil { return (query, nil) }
        return (
            query,
            GranaryError(
                .query,
                "A page of \(query.model) is a part of another query. Remove the cursor, or use a limit and an offset.",
                context: .init(entity: query.model))
        )
    }
}

extension TypedExpression {
    /// Whether the value is one of those of a query; `nil` is one of them if an object of the query has it.
    public func isIn(_ values: QueryValues<Value>) -> TypedExpression<Root, Bool> {
        isAmong(values.query, values.problem)
    }

    /// Whether the value is one of those of a query, which may include `nil`.
    public func isIn(_ values: QueryValues<Value?>) -> TypedExpression<Root, Bool> {
        isAmong(values.query, values.problem)
    }

    /// Whether the value is one of those of a query; false for `nil`.
    public func isIn<Wrapped>(_ values: QueryValues<Wrapped>) -> TypedExpression<Root, Bool>
    where Value == Wrapped? { isAmong(values.query, values.problem) }

    private func isAmong(_ query: Subquery, _ fault: GranaryError?) -> TypedExpression<Root, Bool> {
        TypedExpression<Root, Bool>(MeasuredTree(.subquery(query, tree)), problem: problem ?? fault)
    }
}
