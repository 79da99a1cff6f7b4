/// A predicate over a model.
public typealias Condition<Root: Model> = TypedExpression<Root, Bool>
