extension TypedExpression where Value: TextAttribute {
    /// Whether the text contains the argument, taken literally; false for `nil`.
    public func contains(_ text: String, _ options: TextOptions = []) -> TypedExpression<Root, Bool> {
        textual(.contains, text, options)
    }
    /// Whether the text begins with the argument, taken literally; false for `nil`.
    public func hasPrefix(_ text: String, _ options: TextOptions = []) -> TypedExpression<Root, Bool> {
        textual(.hasPrefix, text, options)
    }
    /// Whether the text ends with the argument, taken literally; false for `nil`.
    public func hasSuffix(_ text: String, _ options: TextOptions = []) -> TypedExpression<Root, Bool> {
        textual(.hasSuffix, text, options)
    }
    /// Whether the text equals the argument, apart from the differences that the options ignore; false for `nil`.
    public func equals(_ text: String, _ options: TextOptions) -> TypedExpression<Root, Bool> {
        textual(.equal, text, options)
    }
    /// Whether the text contains that of another expression; false if either is `nil`.
    public func contains<Other: TextAttribute>(
        _ text: TypedExpression<Root, Other>, _ options: TextOptions = []
    ) -> TypedExpression<Root, Bool> { textual(.contains, text.operand, options) }
    /// Whether the text begins with that of another expression; false if either is `nil`.
    public func hasPrefix<Other: TextAttribute>(
        _ text: TypedExpression<Root, Other>, _ options: TextOptions = []
    ) -> TypedExpression<Root, Bool> { textual(.hasPrefix, text.operand, options) }
    /// Whether the text ends with that of another expression; false if either is `nil`.
    public func hasSuffix<Other: TextAttribute>(
        _ text: TypedExpression<Root, Other>, _ options: TextOptions = []
    ) -> TypedExpression<Root, Bool> { textual(.hasSuffix, text.operand, options) }
    /// Whether the text equals that of another expression, apart from the differences that the options ignore; false if
    /// either is `nil`.
    public func equals<Other: TextAttribute>(
        _ text: TypedExpression<Root, Other>, _ options: TextOptions
    ) -> TypedExpression<Root, Bool> { textual(.equal, text.operand, options) }

    /// Whether the whole text matches a pattern of literal pieces and wildcards; false for `nil`.
    public func like(_ pattern: TextPattern, _ options: TextOptions = []) -> TypedExpression<Root, Bool> {
        TypedExpression<Root, Bool>(
            MeasuredTree(.matches(tree, pattern, options), over: measured), problem: problem)
    }

    private func textual(
        _ comparison: ExpressionTree.TextComparison, _ text: String, _ options: TextOptions
    ) -> TypedExpression<Root, Bool> { textual(comparison, operand(Value(queryText: text)), options) }

    private func textual(
        _ comparison: ExpressionTree.TextComparison, _ text: FunctionOperand, _ options: TextOptions
    ) -> TypedExpression<Root, Bool> {
        TypedExpression<Root, Bool>(
            MeasuredTree(.text(comparison, tree, text.measured.tree, options), over: measured, text.measured),
            problem: problem ?? text.problem)
    }
}
