/// A condition on the aggregates of a group: `$0.count() > 10 || $0.delay.maximum != $0.delay.minimum`.
public typealias GroupCondition<Root: Model> = Condition<ObjectGroup<Root>>
