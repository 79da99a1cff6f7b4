import Granary

extension ExpressionTree {
    /// The expression with every part replaced, the inner ones first.
    func rewritten(_ change: (ExpressionTree) -> ExpressionTree) -> ExpressionTree {
        func inner(_ tree: ExpressionTree) -> ExpressionTree { tree.rewritten(change) }
        return change(mapped(members: inner, operands: inner))
    }
}
