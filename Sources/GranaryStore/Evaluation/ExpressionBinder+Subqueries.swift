extension ExpressionBinder {
    /// Binds an expression about an object around the condition, or the query, that it is a part of.
    func bindOuter(_ model: String, _ tree: ExpressionTree) throws -> BoundExpression {
        guard let (binder, levels) = outer(model) else {
            throw problem(
                "The condition names an outer object of \(model), and is no condition on members of such an object or in a query asked for one.",
                about: tree)
        }
        let part = try binder.bind(tree)
        return expression(of: part.kind, outerLevels: levels + part.outerLevels, [part]) {
            OuterNode($0[0], levels: levels)
        }
    }

    /// Binds an expression with another query in it; evaluating it is an error if the core has to answer the query before.
    ///
    /// - Throws: as ``bind(_:)``, for the parts of the query too.
    func bindSubquery(_ query: Subquery, _ operand: ExpressionTree?) throws -> BoundExpression {
        if let rows = query.kept { return try bindKept(query, operand, rows) }
        guard let owner = entity(named: query.model) else {
            throw problem("The query names “\(query.model)”, which is no model of this schema.")
        }
        try FetchRequest.validateRange(query.offset, query.limit, of: owner)
        let binder = binder(forQueryOf: owner)
        if let predicate = query.predicate { _ = try binder.bindCondition(predicate) }
        _ = try RowSorter(query.sort, binder)
        let kind = try kind(of: query, operand, binder)
        return expression(of: kind, usesRelationships: true, []) { _ in SubqueryNode(owner.name) }
    }

    func kind(
        of query: Subquery, _ operand: ExpressionTree?, _ binder: ExpressionBinder
    ) throws -> ExpressionKind {
        if case .values(let tree) = query.result {
            guard let operand else {
                throw problem("A query of values lacks the operand that is looked for among them.")
            }
            try requireComparable(
                .equal, operand, try bind(operand).kind, tree, try binder.bind(tree).kind)
            return .value(.bool)
        }
        if operand != nil { throw problem("Only a query of values has an operand.") }
        switch query.result {
        case .values, .existence: return .value(.bool)
        case .objects:
            guard !isOfGroups, binder.entity.name == entity.name else {
                throw problem("Objects of \(entity.name) are looked for among those of \(query.model).")
            }
            return .value(.bool)
        case .aggregate(let column): return try KeptAggregate(column, binder).kind
        }
    }
}
