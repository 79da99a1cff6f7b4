/// Comparisons with a value of the object around a condition on members, or around another query.
extension TypedExpression where Root: Model {
    /// Whether the stored values are the same; `nil == nil` holds.
    @_disfavoredOverload
    public static func == <Outer: Model>(left: Self, right: TypedExpression<Outer, Value>) -> TypedExpression<
        Root, Bool
    > { left.compared(.equal, right.outer()) }
    /// Whether the stored values differ; `nil` differs from every value.
    @_disfavoredOverload
    public static func != <Outer: Model>(left: Self, right: TypedExpression<Outer, Value>) -> TypedExpression<
        Root, Bool
    > { left.compared(.notEqual, right.outer()) }
}

extension TypedExpression where Root: Model, Value: OrderedAttribute {
    /// Whether the value is smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func < <Outer: Model>(left: Self, right: TypedExpression<Outer, Value>) -> TypedExpression<
        Root, Bool
    > { left.compared(.less, right.outer()) }
    /// Whether the value is not larger; false when either is `nil`.
    @_disfavoredOverload
    public static func <= <Outer: Model>(left: Self, right: TypedExpression<Outer, Value>) -> TypedExpression<
        Root, Bool
    > { left.compared(.lessOrEqual, right.outer()) }
    /// Whether the value is larger; false when either is `nil`.
    @_disfavoredOverload
    public static func > <Outer: Model>(left: Self, right: TypedExpression<Outer, Value>) -> TypedExpression<
        Root, Bool
    > { left.compared(.greater, right.outer()) }
    /// Whether the value is not smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func >= <Outer: Model>(left: Self, right: TypedExpression<Outer, Value>) -> TypedExpression<
        Root, Bool
    > { left.compared(.greaterOrEqual, right.outer()) }
}
