/// A type stored as text: `String`, and `String?`.
public protocol TextAttribute: Sendable {
    /// A value with this text.
    init(queryText: String)
}

extension String: TextAttribute {
    /// The text itself.
    public init(queryText: String) { self = queryText }
}
extension Optional: TextAttribute where Wrapped: TextAttribute {
    /// The text, never `nil`.
    public init(queryText: String) { self = Wrapped(queryText: queryText) }
}

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
    /// Whether the whole text matches a pattern of literal pieces and wildcards; false for `nil`.
    public func like(_ pattern: TextPattern, _ options: TextOptions = []) -> TypedExpression<Root, Bool> {
        TypedExpression<Root, Bool>(
            MeasuredTree(.matches(tree, pattern, options), over: measured), problem: problem)
    }

    private func textual(
        _ comparison: ExpressionTree.TextComparison, _ text: String, _ options: TextOptions
    ) -> TypedExpression<Root, Bool> {
        let literal = literal(Value(queryText: text))
        return TypedExpression<Root, Bool>(
            MeasuredTree(.text(comparison, tree, literal.tree, options), over: measured),
            problem: problem ?? literal.problem)
    }
}
