/// Aggregates over those objects of a group for which a condition holds.
extension ModelFields {
    /// The number of objects of the group for which a condition holds.
    public func count<Root: Model>(where condition: Condition<Root>) -> Aggregate<Root, Int>
    where Root.Fields == Self {
        let counted = TypedExpression<Root, Bool>(.literal(.bool(true)))
        return counted.chosen(where: condition).valueCount
    }
}

extension TypedExpression {
    /// The value where a condition holds, otherwise `nil`.
    fileprivate func chosen(where condition: Condition<Root>) -> TypedExpression<Root, Value?> {
        TypedExpression<Root, Value?>(
            .choice(.choose), [condition.operand, operand, .none], coding: coding.optional)
    }
}

extension TypedExpression where Root: Model {
    /// The number of objects for which a condition holds and whose value is not `nil`.
    public func valueCount(where condition: Condition<Root>) -> Aggregate<Root, Int> {
        chosen(where: condition).valueCount
    }
    /// The number of distinct values, which are not `nil`, of the objects for which a condition holds.
    public func distinctCount(where condition: Condition<Root>) -> Aggregate<Root, Int> {
        chosen(where: condition).distinctCount
    }
}

extension TypedExpression where Root: Model, Value: OrderedAttribute {
    /// The smallest value of the objects for which a condition holds; `nil` for none.
    public func minimum(where condition: Condition<Root>) -> Aggregate<Root, Value?> {
        chosen(where: condition).minimum
    }
    /// The largest value of the objects for which a condition holds; `nil` for none.
    public func maximum(where condition: Condition<Root>) -> Aggregate<Root, Value?> {
        chosen(where: condition).maximum
    }
}

extension TypedExpression where Root: Model, Value: OptionalOrderedAttribute {
    /// The smallest value, which is not `nil`, of the objects for which a condition holds; `nil` for none.
    public func minimum(where condition: Condition<Root>) -> Aggregate<Root, Value> {
        chosenOrNil(where: condition).minimum
    }
    /// The largest value, which is not `nil`, of the objects for which a condition holds; `nil` for none.
    public func maximum(where condition: Condition<Root>) -> Aggregate<Root, Value> {
        chosenOrNil(where: condition).maximum
    }

    private func chosenOrNil(where condition: Condition<Root>) -> Self {
        Self(.choice(.choose), [condition.operand, operand, .none], coding: coding)
    }
}

extension TypedExpression where Root: Model, Value: SummableAttribute {
    /// The sum of the values of the objects for which a condition holds; 0 for none.
    public func sum(where condition: Condition<Root>) -> Aggregate<Root, Value.Sum> {
        chosen(where: condition).sum
    }
    /// The mean of the values of the objects for which a condition holds; `nil` for none.
    public func average(where condition: Condition<Root>) -> Aggregate<Root, Value.Mean?> {
        chosen(where: condition).average
    }
}
