extension TypedExpression where Root: Model {
    /// The value that the object around a condition on members has, for use in that condition:
    /// `Customer.where { customer in customer.orders.any { $0.city == customer.city.outer() } }`.
    ///
    /// It is the nearest object of this model around the condition, however many relationships lie between. Anywhere else
    /// it is a ``GranaryError/Code/query`` error of the query. The core evaluates such conditions.
    public func outer<Member: Model>() -> TypedExpression<Member, Value> {
        TypedExpression<Member, Value>(
            MeasuredTree(.outer(Root.modelDescription.name, tree), over: measured), coding: coding,
            problem: problem)
    }
}
