import Granary

extension ExpressionTree {
    /// The expression with every part replaced, the inner ones first.
    func rewritten(_ change: (ExpressionTree) -> ExpressionTree) -> ExpressionTree {
        let inner: ExpressionTree =
            switch self {
            case .literal, .attribute, .isEmpty, .refers, .holdsKey, .aggregate: self
            case .compare(let comparison, let left, let right):
                .compare(comparison, left.rewritten(change), right.rewritten(change))
            case .and(let left, let right): .and(left.rewritten(change), right.rewritten(change))
            case .or(let left, let right): .or(left.rewritten(change), right.rewritten(change))
            case .not(let inner): .not(inner.rewritten(change))
            case .isIn(let inner, let values): .isIn(inner.rewritten(change), values)
            case .text(let comparison, let left, let right, let options):
                .text(comparison, left.rewritten(change), right.rewritten(change), options)
            case .matches(let inner, let pattern, let options):
                .matches(inner.rewritten(change), pattern, options)
            case .arithmetic(let operation, let left, let right):
                .arithmetic(operation, left.rewritten(change), right.rewritten(change))
            case .datePart(let part, let inner): .datePart(part, inner.rewritten(change))
            case .quantified(let quantifier, let path, let name, let inner):
                .quantified(quantifier, path: path, relationship: name, inner.rewritten(change))
            case .countOf(let path, let name, let inner):
                .countOf(path: path, relationship: name, inner?.rewritten(change))
            }
        return change(inner)
    }
}
