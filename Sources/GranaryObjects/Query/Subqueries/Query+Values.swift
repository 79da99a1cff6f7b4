/// Results of a query as values in the expressions of another one, of any model.
///
/// Each is computed once for the query that names it: `Order.where { $0.freight > Order.all.average { $0.freight } }`.
extension Query {
    /// The number of objects.
    public func count<Root>() -> TypedExpression<Root, Int> {
        result(.count, .attribute)
    }

    /// Whether there is any object.
    public func exists<Root>() -> TypedExpression<Root, Bool> {
        let (query, fault) = subquery(.existence)
        return TypedExpression(MeasuredTree(.subquery(query, nil)), problem: fault)
    }

    /// An aggregate over the objects, or a calculation with several: `Order.all.value { $0.freight.sum / $0.count() }`.
    public func value<Root, V>(_ aggregate: (M.Fields) -> Aggregate<M, V>) -> TypedExpression<Root, V> {
        let aggregate = aggregate(M.fields)
        return result(aggregate.tree.column, aggregate.coding, aggregate.problem)
    }

    /// The sum over the objects; 0 without objects.
    public func sum<Root, V: SummableAttribute>(
        _ value: (M.Fields) -> TypedExpression<M, V>
    ) -> TypedExpression<Root, V.Sum> { self.value { value($0).sum } }

    /// The mean over the objects that have a value; `nil` without values.
    public func average<Root, V: SummableAttribute>(
        _ value: (M.Fields) -> TypedExpression<M, V>
    ) -> TypedExpression<Root, V.Mean?> { self.value { value($0).average } }

    /// The smallest value over the objects; `nil` without values.
    public func minimum<Root, V: OrderedAttribute>(
        _ value: (M.Fields) -> TypedExpression<M, V>
    ) -> TypedExpression<Root, V?> { self.value { value($0).minimum } }

    /// The smallest value over the objects that have one; `nil` without values.
    public func minimum<Root, V: OptionalOrderedAttribute>(
        _ value: (M.Fields) -> TypedExpression<M, V>
    ) -> TypedExpression<Root, V> { self.value { value($0).minimum } }

    /// The largest value over the objects; `nil` without values.
    public func maximum<Root, V: OrderedAttribute>(
        _ value: (M.Fields) -> TypedExpression<M, V>
    ) -> TypedExpression<Root, V?> { self.value { value($0).maximum } }

    /// The largest value over the objects that have one; `nil` without values.
    public func maximum<Root, V: OptionalOrderedAttribute>(
        _ value: (M.Fields) -> TypedExpression<M, V>
    ) -> TypedExpression<Root, V> { self.value { value($0).maximum } }

    private func result<Root, V>(
        _ column: AggregateRequest.Column, _ coding: ValueCoding<V>, _ problem: GranaryError? = nil
    ) -> TypedExpression<Root, V> {
        let (query, fault) = subquery(.aggregate(column))
        return TypedExpression(
            MeasuredTree(.subquery(query, nil)), coding: coding, problem: fault ?? problem)
    }
}
