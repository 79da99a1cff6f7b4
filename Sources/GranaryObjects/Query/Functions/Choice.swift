/// The beginning of a choice among values: `when($0.delay > 60, then: "late").when($0.delay > 15, then: "slow")`, which
/// `otherwise` completes.
///
/// The value of the first condition that holds is the result; conditions and values behind it are not evaluated.
public struct Choice<Root, Value: Sendable>: Sendable {
    private var operands: [FunctionOperand]
    private let coding: ValueCoding<Value>

    fileprivate init(_ condition: Condition<Root>, _ value: FunctionOperand, coding: ValueCoding<Value>) {
        self.init([condition.operand, value], coding: coding)
    }

    fileprivate init(_ operands: [FunctionOperand], coding: ValueCoding<Value>) {
        self.operands = operands
        self.coding = coding
    }

    /// The choice with another condition, and a constant for it.
    public func when(_ condition: Condition<Root>, then value: Value) -> Choice {
        adding(condition.operand, constant(value))
    }
    /// The choice with another condition, and a value for it.
    public func when(_ condition: Condition<Root>, then value: TypedExpression<Root, Value>) -> Choice {
        adding(condition.operand, value.operand)
    }

    /// The choice, with a constant where no condition holds.
    public func otherwise(_ value: Value) -> TypedExpression<Root, Value> {
        TypedExpression(.choice(.choose), operands + [constant(value)], coding: coding)
    }
    /// The choice, with a value where no condition holds.
    public func otherwise(_ value: TypedExpression<Root, Value>) -> TypedExpression<Root, Value> {
        TypedExpression(.choice(.choose), operands + [value.operand], coding: coding)
    }
    /// The choice, with a value that may be `nil` where no condition holds.
    public func otherwise(_ value: TypedExpression<Root, Value?>) -> TypedExpression<Root, Value?> {
        TypedExpression<Root, Value?>(
            .choice(.choose), operands + [value.operand], coding: coding.optional)
    }
    /// The choice, with `nil` where no condition holds.
    public var otherwiseNil: TypedExpression<Root, Value?> {
        TypedExpression<Root, Value?>(.choice(.choose), operands + [.none], coding: coding.optional)
    }

    /// The choice with another condition, and a value for it that may be `nil`.
    public func when(_ condition: Condition<Root>, then value: TypedExpression<Root, Value?>) -> Choice<
        Root, Value?
    > {
        Choice<Root, Value?>(operands + [condition.operand, value.operand], coding: coding.optional)
    }

    private func constant(_ value: Value) -> FunctionOperand {
        TypedExpression<Root, Value>(.literal(.null), coding: coding).operand(value)
    }

    private func adding(_ more: FunctionOperand...) -> Choice {
        var choice = self
        choice.operands += more
        return choice
    }
}

/// Begins a choice with a condition, and a constant for it.
public func when<Root, Value: AttributeValue>(_ condition: Condition<Root>, then value: Value) -> Choice<
    Root, Value
> {
    Choice(condition, TypedExpression<Root, Value>.constant(value), coding: .attribute)
}

/// Begins a choice with a condition, and a value for it.
public func when<Root, Value>(
    _ condition: Condition<Root>, then value: TypedExpression<Root, Value>
) -> Choice<Root, Value> { Choice(condition, value.operand, coding: value.coding) }
