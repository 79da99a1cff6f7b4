/// Aggregates over the objects of a relationship to many, with the rules of those over groups:
/// `Customer.where { $0.orders.sum { $0.freight } > 100 }`.
extension ToManyField {
    /// The sum of the values of the objects that are not `nil`; 0 for none.
    ///
    /// Only the final result can overflow; sums of doubles are correctly rounded.
    public func sum<Value: SummableAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>
    ) -> TypedExpression<Root, Value.Sum> {
        aggregate(.sum, of: value, where: Self.everything, coding: .attribute)
    }

    /// The sum of the values of the objects that satisfy the condition, or each of several lines; 0 for none.
    public func sum<Value: SummableAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>,
        @ConditionBuilder<Target> where condition: (Target.Fields) -> Condition<Target>
    ) -> TypedExpression<Root, Value.Sum> {
        aggregate(.sum, of: value, where: condition, coding: .attribute)
    }

    /// The mean of the values of the objects that are not `nil`, correctly rounded; `nil` for none.
    public func average<Value: SummableAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>
    ) -> TypedExpression<Root, Value.Mean?> {
        aggregate(.average, of: value, where: Self.everything, coding: .attribute)
    }

    /// The mean of the values of the objects that satisfy the condition, or each of several lines; `nil` for none.
    public func average<Value: SummableAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>,
        @ConditionBuilder<Target> where condition: (Target.Fields) -> Condition<Target>
    ) -> TypedExpression<Root, Value.Mean?> {
        aggregate(.average, of: value, where: condition, coding: .attribute)
    }

    /// The smallest value of the objects that is not `nil`; `nil` for none.
    public func minimum<Value: OrderedAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>
    ) -> TypedExpression<Root, Value?> { extreme(.minimum, of: value, where: Self.everything) }

    /// The smallest value of the objects that satisfy the condition, or each of several lines; `nil` for none.
    public func minimum<Value: OrderedAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>,
        @ConditionBuilder<Target> where condition: (Target.Fields) -> Condition<Target>
    ) -> TypedExpression<Root, Value?> { extreme(.minimum, of: value, where: condition) }

    /// The largest value of the objects that is not `nil`; `nil` for none.
    public func maximum<Value: OrderedAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>
    ) -> TypedExpression<Root, Value?> { extreme(.maximum, of: value, where: Self.everything) }

    /// The largest value of the objects that satisfy the condition, or each of several lines; `nil` for none.
    public func maximum<Value: OrderedAttribute>(
        @ValueBuilder<Target> _ value: (Target.Fields) -> TypedExpression<Target, Value?>,
        @ConditionBuilder<Target> where condition: (Target.Fields) -> Condition<Target>
    ) -> TypedExpression<Root, Value?> { extreme(.maximum, of: value, where: condition) }
}

extension ToManyField {
    /// The condition that every object satisfies.
    static func everything(_ fields: Target.Fields) -> Condition<Target> {
        Condition(.literal(.bool(true)))
    }

    private func extreme<Value>(
        _ function: ExpressionTree.MemberFunction,
        of value: (Target.Fields) -> TypedExpression<Target, Value?>,
        where condition: (Target.Fields) -> Condition<Target>
    ) -> TypedExpression<Root, Value?> {
        let value = value(Target.fields)
        return aggregate(function, of: { _ in value }, where: condition, coding: value.coding)
    }

    private func aggregate<Value, Result>(
        _ function: ExpressionTree.MemberFunction,
        of value: (Target.Fields) -> TypedExpression<Target, Value?>,
        where condition: (Target.Fields) -> Condition<Target>,
        coding: ValueCoding<Result>
    ) -> TypedExpression<Root, Result> {
        let (value, condition) = (value(Target.fields), condition(Target.fields))
        let operands = [value.measured, condition.measured]
        return TypedExpression(
            MeasuredTree(
                .ofMembers(function, path: path, relationship: relationship, operands.map(\.tree)),
                over: operands),
            coding: coding, problem: value.problem ?? condition.problem)
    }
}
