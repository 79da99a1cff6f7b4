extension ExpressionBinder {
    /// Binds a value of the objects of a relationship to many.
    func bindMembers(
        _ function: ExpressionTree.MemberFunction, _ path: [String], _ name: String,
        _ operands: [ExpressionTree]
    ) throws -> BoundExpression {
        let (steps, members) = try members(path, name)
        guard operands.count == function.operandCount else {
            throw problem(
                "The \(function.name) of objects does not take \(operands.count) operands; build the query with the typed operators.",
                at: members.owner, name)
        }
        let binder = binder(forMembers: members.destination)
        let condition = try binder.bindCondition(operands[1])
        func levels(of parts: [BoundExpression]) -> Int { parts.map(\.outerLevels).max() ?? 0 }
        func set(naming levels: Int) -> MemberSet {
            MemberSet(steps, members, condition.node, namesOuter: levels > 0)
        }
        guard let column = function.column(of: operands[0]) else {
            let value = try binder.bind(operands[0])
            let sorter = try RowSorter(function.order(of: operands), binder)
            let parts = [condition, value] + sorter.terms
            let levels = levels(of: parts)
            return expression(
                of: value.kind, usesRelationships: true, outerLevels: max(0, levels - 1), parts
            ) { _ in FirstMemberNode(of: set(naming: levels), by: sorter, value.node) }
        }
        let aggregate = try AggregateColumn(column, groups: [], binder)
        let parts = [condition] + (aggregate.expression.map { [$0] } ?? [])
        let canFail = function.canFail(on: aggregate.expression?.kind ?? .null)
        let place = binder.place(of: [operands[0]])
        let levels = levels(of: parts)
        return expression(
            of: aggregate.kind, canFail: canFail, usesRelationships: true, outerLevels: max(0, levels - 1),
            parts
        ) { _ in MemberAggregateNode(of: set(naming: levels), aggregate, at: place) }
    }
}

extension ExpressionTree.MemberFunction {
    /// Whether computing it can fail, from values of a kind.
    fileprivate func canFail(on kind: ExpressionKind) -> Bool {
        switch self {
        case .sum: true
        // A mean of integers has no range to leave; other numbers may not be finite, or too long.
        case .average: kind != .value(.integer)
        case .minimum, .maximum, .first: false
        }
    }
}
