extension ExpressionBinder {
    /// Binds a value of the objects of a relationship to many.
    func bindMembers(
        _ function: ExpressionTree.MemberFunction, _ path: [String], _ name: String,
        _ operands: [ExpressionTree]
    ) throws -> BoundExpression {
        let members = try members(path, name)
        guard operands.count == function.operandCount else {
            throw problem(
                "The \(function.name) of objects does not take \(operands.count) operands; build the query with the typed operators.",
                at: members.relationship.owner, name)
        }
        let binder = members.binder
        let condition = try binder.bindCondition(operands[1])
        guard let column = function.column(of: operands[0]) else {
            let value = try binder.bind(operands[0])
            let sorter = try RowSorter(function.order(of: operands), binder)
            return expression(of: value.kind, over: members, where: condition, [value] + sorter.terms) {
                FirstMemberNode(of: $0, by: sorter, value.node)
            }
        }
        let aggregate = try AggregateColumn(column, groups: [], binder)
        let place = binder.place(of: [operands[0]])
        return expression(
            of: aggregate.kind, canFail: aggregate.canFail, over: members, where: condition,
            aggregate.expression.map { [$0] } ?? []
        ) { MemberAggregateNode(of: $0, aggregate, at: place) }
    }

    /// A path of relationships to one and the relationship to many at its end.
    func members(_ path: [String], _ name: String) throws -> BoundMembers {
        let steps = try self.steps(path)
        let owner = steps.last?.destination ?? entity
        guard let relationship = owner.relationship(name) else { throw unknownRelationship(name, of: owner) }
        guard relationship.isToMany else {
            throw problem(
                "\(owner.name).\(name) is a relationship to one; any, all, none, count, first and aggregates of objects need one to many.",
                at: owner, name)
        }
        try requireDestination(of: relationship)
        return BoundMembers(
            path: steps, relationship: relationship, binder: binder(forMembers: relationship.destination))
    }

    /// An expression over the members for which a condition holds, made of it and of other parts that are seen from them.
    func expression(
        of kind: ExpressionKind, canFail: Bool = false, range: ClosedRange<Int64>? = nil,
        over members: BoundMembers, where condition: BoundExpression?, _ others: [BoundExpression] = [],
        _ make: (MemberSet) -> any EvaluationNode
    ) -> BoundExpression {
        let parts = (condition.map { [$0] } ?? []) + others
        let levels = parts.map(\.outerLevels).max() ?? 0
        let set = MemberSet(
            members.path, members.relationship, condition?.node, namesOuter: levels > 0)
        return expression(
            of: kind, canFail: canFail, usesRelationships: true, range: range,
            outerLevels: max(0, levels - 1),
            parts
        ) { _ in make(set) }
    }
}
