extension ExpressionTree {
    /// An `and` of two conditions, arranged so that chains stay shallow.
    package static func both(_ left: ExpressionTree, _ right: ExpressionTree) -> ExpressionTree {
        ChainOperator.and.joining(left, right)
    }

    /// An `or` of two conditions, arranged so that chains stay shallow.
    package static func either(_ left: ExpressionTree, _ right: ExpressionTree) -> ExpressionTree {
        ChainOperator.or.joining(left, right)
    }
}
