extension ExpressionTree {
    /// The same expression as seen from an object whose relationships lead to this entity.
    package func prefixed(by prefix: [String]) -> ExpressionTree {
        switch self {
        case .literal, .aggregate: self
        case .attribute(let path, let name): .attribute(path: prefix + path, name: name)
        case .isEmpty(let path): .isEmpty(path: prefix + path)
        case .refers(let path, let key): .refers(path: prefix + path, key: key)
        case .holdsKey(let path, let keys): .holdsKey(path: prefix + path, keys: keys)
        case .compare(let comparison, let left, let right):
            .compare(comparison, left.prefixed(by: prefix), right.prefixed(by: prefix))
        case .and(let left, let right): .and(left.prefixed(by: prefix), right.prefixed(by: prefix))
        case .or(let left, let right): .or(left.prefixed(by: prefix), right.prefixed(by: prefix))
        case .not(let inner): .not(inner.prefixed(by: prefix))
        case .isIn(let inner, let values): .isIn(inner.prefixed(by: prefix), values)
        case .text(let comparison, let left, let right, let options):
            .text(comparison, left.prefixed(by: prefix), right.prefixed(by: prefix), options)
        case .matches(let inner, let pattern, let options):
            .matches(inner.prefixed(by: prefix), pattern, options)
        case .arithmetic(let operation, let left, let right):
            .arithmetic(operation, left.prefixed(by: prefix), right.prefixed(by: prefix))
        case .datePart(let part, let inner): .datePart(part, inner.prefixed(by: prefix))
        case .quantified(let quantifier, let path, let relationship, let condition):
            .quantified(quantifier, path: prefix + path, relationship: relationship, condition)
        case .countOf(let path, let relationship, let condition):
            .countOf(path: prefix + path, relationship: relationship, condition)
        }
    }
}
