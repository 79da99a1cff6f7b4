/// A relationship to many in a predicate.
@dynamicMemberLookup
public struct ToManyField<Root: Model, Target: Model>: Sendable {
    let path: [String]
    let relationship: String

    /// Whether the condition holds for at least one of the objects.
    public func any(_ condition: (Target.Fields) -> TypedExpression<Target, Bool>) -> TypedExpression<
        Root, Bool
    > {
        quantified(.any, condition)
    }

    /// Whether the condition holds for all of the objects; true without objects.
    public func all(_ condition: (Target.Fields) -> TypedExpression<Target, Bool>) -> TypedExpression<
        Root, Bool
    > {
        quantified(.all, condition)
    }

    /// Whether the condition holds for none of the objects.
    public func none(_ condition: (Target.Fields) -> TypedExpression<Target, Bool>) -> TypedExpression<
        Root, Bool
    > {
        quantified(.none, condition)
    }

    /// How many objects there are.
    public var count: TypedExpression<Root, Int> {
        TypedExpression(.countOf(path: path, relationship: relationship, nil))
    }

    /// How many objects satisfy the condition.
    public func count(where condition: (Target.Fields) -> TypedExpression<Target, Bool>) -> TypedExpression<
        Root, Int
    > {
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
