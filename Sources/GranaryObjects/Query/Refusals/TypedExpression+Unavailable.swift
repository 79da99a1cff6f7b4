/// Comparisons of different types; the compiler says at the operator what is wrong.
///
/// Without them it would try every other operator, which takes it longer and may leave it without words.
extension TypedExpression {
    /// Refuses another type.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "The two sides have different types; convert one of them.")
    @_disfavoredOverload
    public static func == <Other>(left: Self, right: TypedExpression<Root, Other>) -> Condition<Root> {
        Condition(left.measured, problem: left.problem ?? right.problem)
    }
    /// Refuses another type.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "The two sides have different types; convert one of them.")
    @_disfavoredOverload
    public static func != <Other>(left: Self, right: TypedExpression<Root, Other>) -> Condition<Root> {
        Condition(left.measured, problem: left.problem ?? right.problem)
    }
    /// Refuses another type.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "The two sides have different types, or one without an order; convert one of them."
    )
    @_disfavoredOverload
    public static func < <Other>(left: Self, right: TypedExpression<Root, Other>) -> Condition<Root> {
        Condition(left.measured, problem: left.problem ?? right.problem)
    }
    /// Refuses another type.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "The two sides have different types, or one without an order; convert one of them."
    )
    @_disfavoredOverload
    public static func <= <Other>(left: Self, right: TypedExpression<Root, Other>) -> Condition<Root> {
        Condition(left.measured, problem: left.problem ?? right.problem)
    }
    /// Refuses another type.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "The two sides have different types, or one without an order; convert one of them."
    )
    @_disfavoredOverload
    public static func > <Other>(left: Self, right: TypedExpression<Root, Other>) -> Condition<Root> {
        Condition(left.measured, problem: left.problem ?? right.problem)
    }
    /// Refuses another type.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "The two sides have different types, or one without an order; convert one of them."
    )
    @_disfavoredOverload
    public static func >= <Other>(left: Self, right: TypedExpression<Root, Other>) -> Condition<Root> {
        Condition(left.measured, problem: left.problem ?? right.problem)
    }
}
