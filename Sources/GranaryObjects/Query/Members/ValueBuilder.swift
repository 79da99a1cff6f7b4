/// Makes a value of what a closure returns: one expression over objects, which may be `nil`.
///
/// The compiler checks the closure by itself, and so needs no more time for operators inside and outside of it than for
/// those in each.
@resultBuilder public enum ValueBuilder<Root> {
    /// Takes an optional value.
    @_documentation(visibility: private)
    public static func buildExpression<Value>(
        _ value: TypedExpression<Root, Value?>
    ) -> TypedExpression<Root, Value?> { value }
    /// Takes a value as an optional one.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public static func buildExpression<Value>(
        _ value: TypedExpression<Root, Value>
    ) -> TypedExpression<Root, Value?> {
        TypedExpression<Root, Value?>(value.measured, coding: value.coding.optional, problem: value.problem)
    }
    /// Returns the value of the only line.
    @_documentation(visibility: private)
    public static func buildBlock<Value>(
        _ value: TypedExpression<Root, Value?>
    ) -> TypedExpression<Root, Value?> { value }
}
