extension TypedExpression where Root: Model {
    /// The value that the object around a condition on members, or around another query, has, for use in it:
    /// `Customer.where { customer in customer.orders.any { $0.city == customer.city.outer() } }`, and
    /// `Customer.where { customer in !Order.where { $0.city == customer.city.outer() }.exists() }`.
    ///
    /// It is the nearest object of this model around the condition, however many relationships lie between. Anywhere else
    /// it is a ``GranaryError/Code/query`` error of the query, as it is in the order of another query, and in its conditions on
    /// members.
    public func outer<Member: Model>() -> TypedExpression<Member, Value> {
        TypedExpression<Member, Value>(
            MeasuredTree(.outer(Root.modelDescription.name, tree), over: measured), coding: coding,
            problem: problem)
    }
}
