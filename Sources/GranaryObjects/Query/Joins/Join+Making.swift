/// The pairs of objects of two queries for which a condition holds, or each of several:
/// `join(Customer.all, Employee.all, on: { $0.city == $1.city })`.
///
/// `nil` joins nothing: where the condition compares a value of one side with one of the other, it does not hold for `nil`.
/// Conditions that are equal values of both sides, joined by and, find the pairs without comparing each object with each.
/// Offset and limit of the queries choose their objects before; their orders have no other effect.
public func join<First: Model, Second: Model>(
    _ first: Query<First>, _ second: Query<Second>,
    @ConditionBuilder<First> on condition: (First.Fields, JoinedFields<First, Second>) -> Condition<First>
) -> InnerJoin<First, Second> {
    let partner = JoinedFields<First, Second>()
    return Join(first, second, partner, keepsUnpaired: false, on: condition(First.fields, partner))
}

/// The pairs of a ``join(_:_:on:)``, and each object of the first query that has no partner in them, once, with `nil` in
/// place of the second object.
///
/// So the values of the second side are optional: `leftJoin(Customer.all, Employee.all, on: { $0.city == $1.city })`, and
/// `$1 == nil` in `where` finds the customers without an employee in their city.
public func leftJoin<First: Model, Second: Model>(
    _ first: Query<First>, _ second: Query<Second>,
    @ConditionBuilder<First> on condition: (First.Fields, ToOneField<First, Second>) -> Condition<First>
) -> LeftJoin<First, Second> {
    let partner = ToOneField<First, Second>(path: [JoinLayout.partner])
    return Join(first, second, partner, keepsUnpaired: true, on: condition(First.fields, partner))
}

/// Each object of a query with each of another.
///
/// It compares as many pairs as the numbers of objects multiplied, so that is bounded; see ``Join/comparing(atMost:)``.
public func crossJoin<First: Model, Second: Model>(
    _ first: Query<First>, _ second: Query<Second>
) -> InnerJoin<First, Second> {
    Join(first, second, JoinedFields(), keepsUnpaired: false, on: nil)
}
