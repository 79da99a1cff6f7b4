extension ExpressionBinder {
    /// Binds another query over rows that were read before, whose expressions may name the row that it is asked for.
    func bindKept(
        _ query: Subquery, _ operand: ExpressionTree?, _ rows: KeptRows
    ) throws -> BoundExpression {
        let binder = binder(forQueryOf: rows.entity)
        let kind = try kind(of: query, operand, binder)
        let operand = try operand.map { try bind($0) }
        let conditions = try KeptConditions(query.predicate, binder)
        let result: KeptQueryNode.Result
        var (parts, canFail) = (conditions.parts, false)
        switch query.result {
        case .existence: result = .existence
        case .values(let tree):
            let value = try binder.bind(tree)
            parts.append(value)
            result = .values(value.node, operand: operand?.node ?? ConstantNode(.null))
        case .aggregate(let column):
            let aggregate = try KeptAggregate(column, binder)
            parts += aggregate.parts
            canFail = aggregate.canFail
            result = .aggregate(aggregate)
        case .objects:
            throw problem("The objects of a query of \(query.model) depend on an object around it.")
        }
        let levels = parts.map(\.outerLevels).max() ?? 0
        return expression(
            of: kind, canFail: canFail, outerLevels: max(0, levels - 1, operand?.outerLevels ?? 0),
            parts + (operand.map { [$0] } ?? [])
        ) { _ in
            KeptQueryNode(rows, conditions, offset: query.offset, limit: query.limit, result)
        }
    }
}
