extension ExpressionTree {
    /// Whether the expression, or a condition on members in it, asks for the moment of the request.
    package var asksForNow: Bool {
        switch self {
        case .function(.date(.now), _): true
        case .literal, .attribute, .isEmpty, .refers, .holdsKey, .countOf(_, _, nil): false
        case .compare(_, let left, let right), .and(let left, let right), .or(let left, let right),
            .text(_, let left, let right, _), .arithmetic(_, let left, let right):
            left.asksForNow || right.asksForNow
        case .not(let inner), .isIn(let inner, _), .matches(let inner, _, _), .datePart(_, let inner),
            .outer(_, let inner), .quantified(_, _, _, let inner), .countOf(_, _, let inner?):
            inner.asksForNow
        case .function(_, let operands), .ofMembers(_, _, _, let operands):
            operands.contains(where: \.asksForNow)
        case .subquery: parts.contains(where: \.asksForNow)
        case .aggregate(let column): column.operand?.asksForNow ?? false
        }
    }

    /// The same expression with a date in place of the moment of the request.
    package func settingNow(to moment: Value) -> ExpressionTree {
        guard asksForNow else { return self }
        if case .function(.date(.now), _) = self { return .literal(moment) }
        if case .aggregate(let column) = self { return .aggregate(column.settingNow(to: moment)) }
        func inner(_ tree: ExpressionTree) -> ExpressionTree { tree.settingNow(to: moment) }
        return mapped(members: inner, operands: inner)
    }
}

extension AggregateRequest.Column {
    /// The same column with a date in place of the moment of the request.
    package func settingNow(to moment: Value) -> AggregateRequest.Column {
        mapped { $0.settingNow(to: moment) }
    }
}

extension FetchRequest {
    /// Whether a condition or an order asks for the moment of the request.
    package var asksForNow: Bool {
        predicate?.asksForNow == true || sort.contains { $0.expression.asksForNow }
    }

    /// The same request with a date in place of the moment of the request.
    package func settingNow(to moment: Value) -> FetchRequest {
        var request = self
        request.predicate = predicate?.settingNow(to: moment)
        request.sort = sort.map {
            SortTerm($0.expression.settingNow(to: moment), isDescending: $0.isDescending)
        }
        return request
    }
}

extension AggregateRequest {
    /// Whether any part asks for the moment of the request.
    package var asksForNow: Bool {
        rows.asksForNow || groups.contains(where: \.asksForNow) || having?.asksForNow == true
            || columns.contains { $0.operand?.asksForNow == true }
    }

    /// The same request with a date in place of the moment of the request.
    package func settingNow(to moment: Value) -> AggregateRequest {
        var request = mappingColumns { $0.settingNow(to: moment) }
        request.rows = rows.settingNow(to: moment)
        return request
    }
}
