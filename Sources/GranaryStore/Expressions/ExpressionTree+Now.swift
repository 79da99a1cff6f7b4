extension ExpressionTree {
    /// The same expression with a date in place of the time of the request.
    package func settingNow(to moment: Value) -> ExpressionTree {
        guard asksForNow else { return self }
        if case .function(.date(.now), _) = self { return .literal(moment) }
        if case .aggregate(let column) = self { return .aggregate(column.settingNow(to: moment)) }
        func inner(_ tree: ExpressionTree) -> ExpressionTree { tree.settingNow(to: moment) }
        return mapped(members: inner, operands: inner)
    }
}

extension AggregateRequest.Column {
    /// The same column with a date in place of the time of the request.
    package func settingNow(to moment: Value) -> AggregateRequest.Column {
        mapped { $0.settingNow(to: moment) }
    }
}

extension FetchRequest {
    /// The same request with a date in place of the time of the request.
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
    /// The same request with a date in place of the time of the request.
    package func settingNow(to moment: Value) -> AggregateRequest {
        var request = mappingColumns { $0.settingNow(to: moment) }
        request.rows = rows.settingNow(to: moment)
        return request
    }
}
