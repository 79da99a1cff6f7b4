extension ExpressionTree {
    /// Whether a test holds for the expression, or for any expression in it or in other queries that are a part of it.
    ///
    /// Every request asks, so this makes no list of ``parts``.
    package func contains(where test: (ExpressionTree) -> Bool) -> Bool {
        if test(self) { return true }
        switch self {
        case .literal, .attribute, .isEmpty, .refers, .holdsKey, .countOf(_, _, nil): return false
        case .compare(_, let left, let right), .and(let left, let right), .or(let left, let right),
            .text(_, let left, let right, _), .arithmetic(_, let left, let right):
            return left.contains(where: test) || right.contains(where: test)
        case .not(let inner), .isIn(let inner, _), .matches(let inner, _, _), .datePart(_, let inner),
            .outer(_, let inner), .quantified(_, _, _, let inner), .countOf(_, _, let inner?):
            return inner.contains(where: test)
        case .function(_, let operands), .ofMembers(_, _, _, let operands):
            return operands.contains { $0.contains(where: test) }
        case .subquery: return parts.contains { $0.contains(where: test) }
        case .aggregate(let column): return column.operand?.contains(where: test) ?? false
        }
    }

    /// Whether the expression, or a condition on members in it, asks for the time of the request.
    package var asksForNow: Bool { contains(where: \.isNow) }

    /// Whether another query is a part of the expression, and is still to be answered.
    package var hasSubqueries: Bool { contains(where: \.isSubquery) }

    /// Whether a condition on members in the expression, or another query in it, names the object around it.
    package var namesOuter: Bool { contains { if case .outer = $0 { true } else { false } } }

    fileprivate var isNow: Bool { if case .function(.date(.now), _) = self { true } else { false } }

    /// Whether it is another query that is still to be answered.
    fileprivate var isSubquery: Bool {
        if case .subquery(let query, _) = self { query.kept == nil } else { false }
    }
}

extension FetchRequest {
    /// Whether a condition or an order asks for the time of the request.
    package var asksForNow: Bool { contains(where: \.isNow) }

    /// Whether another query is a part of the condition or the order.
    package var hasSubqueries: Bool { contains(where: \.isSubquery) }

    fileprivate func contains(where test: (ExpressionTree) -> Bool) -> Bool {
        predicate?.contains(where: test) == true || sort.contains { $0.expression.contains(where: test) }
    }
}

extension AggregateRequest {
    /// Whether any part asks for the time of the request.
    package var asksForNow: Bool { contains(where: \.isNow) }

    /// Whether another query is a part of any expression.
    package var hasSubqueries: Bool { contains(where: \.isSubquery) }

    private func contains(where test: (ExpressionTree) -> Bool) -> Bool {
        rows.contains(where: test) || groups.contains { $0.contains(where: test) }
            || having?.contains(where: test) == true
            || columns.contains { $0.operand?.contains(where: test) == true }
    }
}
