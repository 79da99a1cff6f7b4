/// A predicate over the objects of a model, or over groups of them.
public typealias Condition<Root> = TypedExpression<Root, Bool>
