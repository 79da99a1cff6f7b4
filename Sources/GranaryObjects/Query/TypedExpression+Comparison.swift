extension TypedExpression {
    /// Whether the stored values are the same; `nil == nil` holds.
    @_disfavoredOverload
    public static func == (left: Self, right: Value) -> TypedExpression<Root, Bool> {
        left.compared(.equal, right)
    }
    /// Whether the stored values are the same; `nil == nil` holds.
    public static func == (left: Self, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.equal, right)
    }
    /// Whether the stored values differ; `nil` differs from every value.
    @_disfavoredOverload
    public static func != (left: Self, right: Value) -> TypedExpression<Root, Bool> {
        left.compared(.notEqual, right)
    }
    /// Whether the stored values differ; `nil` differs from every value.
    public static func != (left: Self, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.notEqual, right)
    }

    /// Whether the value is one of these.
    @_disfavoredOverload
    public func isIn(_ values: some Sequence<Value>) -> TypedExpression<Root, Bool> {
        var stored: [GranaryStore.Value] = []
        var problem = problem
        for value in values {
            do {
                stored.append(try coding.compare(value))
            } catch {
                problem = problem ?? unusable(error)
            }
        }
        return TypedExpression<Root, Bool>(
            MeasuredTree(.isIn(tree, stored), over: measured), problem: problem)
    }

    func compared(_ comparison: ExpressionTree.Comparison, _ right: Value) -> TypedExpression<Root, Bool> {
        let literal = comparedLiteral(right)
        return TypedExpression<Root, Bool>(
            MeasuredTree(.compare(comparison, tree, literal.tree), over: measured),
            problem: problem ?? literal.problem)
    }

    func compared(_ comparison: ExpressionTree.Comparison, _ right: Self) -> TypedExpression<Root, Bool> {
        TypedExpression<Root, Bool>(
            MeasuredTree(.compare(comparison, tree, right.tree), over: measured, right.measured),
            problem: problem ?? right.problem)
    }
}

extension TypedExpression where Value: OrderedAttribute {
    /// Whether the value is smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func < (left: Self, right: Value) -> TypedExpression<Root, Bool> {
        left.compared(.less, right)
    }
    /// Whether the value is smaller; false when either is `nil`.
    public static func < (left: Self, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.less, right)
    }
    /// Whether the value is not larger; false when either is `nil`.
    @_disfavoredOverload
    public static func <= (left: Self, right: Value) -> TypedExpression<Root, Bool> {
        left.compared(.lessOrEqual, right)
    }
    /// Whether the value is not larger; false when either is `nil`.
    public static func <= (left: Self, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.lessOrEqual, right)
    }
    /// Whether the value is larger; false when either is `nil`.
    @_disfavoredOverload
    public static func > (left: Self, right: Value) -> TypedExpression<Root, Bool> {
        left.compared(.greater, right)
    }
    /// Whether the value is larger; false when either is `nil`.
    public static func > (left: Self, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.greater, right)
    }
    /// Whether the value is not smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func >= (left: Self, right: Value) -> TypedExpression<Root, Bool> {
        left.compared(.greaterOrEqual, right)
    }
    /// Whether the value is not smaller; false when either is `nil`.
    public static func >= (left: Self, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.greaterOrEqual, right)
    }
}

extension TypedExpression where Value: ExpressibleByNilLiteral {
    /// Whether there is no value.
    public static func == (left: Self, right: _OptionalNilComparisonType) -> TypedExpression<Root, Bool> {
        left.compared(.equal, nil)
    }
    /// Whether there is a value.
    public static func != (left: Self, right: _OptionalNilComparisonType) -> TypedExpression<Root, Bool> {
        left.compared(.notEqual, nil)
    }
}
