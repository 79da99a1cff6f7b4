/// A relationship to many in a predicate.
@dynamicMemberLookup
public struct ToManyField<Root: Model, Target: Model>: Sendable {
    let path: [String]
    let relationship: String

    /// Whether the condition, or each of several lines, holds for at least one of the objects.
    public func any(@ConditionBuilder<Target> _ condition: (Target.Fields) -> Condition<Target>)
        -> Condition<Root>
    {
        quantified(.any, condition)
    }

    /// Whether the condition, or each of several lines, holds for all of the objects; true without objects.
    public func all(@ConditionBuilder<Target> _ condition: (Target.Fields) -> Condition<Target>)
        -> Condition<Root>
    {
        quantified(.all, condition)
    }

    /// Whether the condition, or each of several lines, holds for none of the objects.
    public func none(@ConditionBuilder<Target> _ condition: (Target.Fields) -> Condition<Target>)
        -> Condition<Root>
    {
        quantified(.none, condition)
    }

    /// How many objects there are.
    public var count: TypedExpression<Root, Int> {
        TypedExpression(.countOf(path: path, relationship: relationship, nil))
    }

    /// How many objects satisfy the condition, or each of several lines.
    public func count(@ConditionBuilder<Target> where condition: (Target.Fields) -> Condition<Target>)
        -> TypedExpression<Root, Int>
    {
        let inner = condition(Target.fields)
        return TypedExpression(
            MeasuredTree(
                .countOf(path: path, relationship: relationship, inner.tree), over: inner.measured),
            problem: inner.problem)
    }

    /// Whether there is no object.
    public var isEmpty: TypedExpression<Root, Bool> {
        TypedExpression(
            .quantified(.none, path: path, relationship: relationship, .literal(.bool(true))))
    }

    private func quantified(
        _ quantifier: ExpressionTree.Quantifier,
        _ condition: (Target.Fields) -> TypedExpression<Target, Bool>
    ) -> TypedExpression<Root, Bool> {
        let inner = condition(Target.fields)
        return TypedExpression(
            MeasuredTree(
                .quantified(quantifier, path: path, relationship: relationship, inner.tree),
                over: inner.measured),
            problem: inner.problem)
    }
}
