/// Searches for words, by the grammar of the guide *Searching texts* (`SearchQuery`).
///
/// What is not in the grammar is an error when the query is used, with the place in the search.
extension TypedExpression where Value: TextAttribute {
    /// Whether the text is one of those searched for: `$0.body.matches("wind sail*")`; false for `nil`.
    public func matches(_ search: String) -> TypedExpression<Root, Bool> {
        TypedExpression<Root, Bool>(.search(.matches), [operand, constant(search)], coding: .attribute)
    }
    /// How well the text fits a search, for an order: `$0.body.rank(of: "wind sail*").descending`; 0 for `nil`, and for a
    /// text without a word of the search.
    ///
    /// It depends on the text and the search alone (`SearchQuery.rank(of:)`).
    public func rank(of search: String) -> TypedExpression<Root, Double> {
        TypedExpression<Root, Double>(.search(.rank), [operand, constant(search)], coding: .attribute)
    }
    /// The text with two others before and behind each place that was searched for; `nil` for `nil`.
    ///
    /// The text is not escaped: for HTML, find the places in Swift (`SearchQuery.ranges(in:)`).
    public func highlighting(_ search: String, from start: String, to end: String) -> Self {
        applying(.search(.highlighted), constant(search), constant(start), constant(end))
    }

    private func constant(_ text: String) -> FunctionOperand { operand(Value(queryText: text)) }
}
