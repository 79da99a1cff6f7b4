import GranaryStore

extension ExpressionLowering {
    /// The smallest or largest value of members, or the value of the first of them; `nil` for other values, which can
    /// fail or have a different form.
    func memberValue(
        _ function: ExpressionTree.MemberFunction, _ path: [String], _ name: String,
        _ operands: [ExpressionTree], in scope: QueryScope
    ) -> LoweredValue? {
        switch function {
        case .minimum, .maximum: aggregate(function, path, name, operands, in: scope)
        case .first: first(function.order(of: operands), path, name, operands, in: scope)
        case .sum, .average: nil
        }
    }

    /// An aggregate over members, with a value as the core reads it from a column of a result.
    ///
    /// Some engines give sums and means in a form that only the core can read, so they are no part of a larger expression;
    /// and they may fail.
    func memberAggregate(_ tree: ExpressionTree, in scope: QueryScope) -> LoweredValue? {
        guard case .ofMembers(let function, let path, let name, let operands) = tree else { return nil }
        return inner?.aggregate(function, path, name, operands, in: scope)
    }

    private func aggregate(
        _ function: ExpressionTree.MemberFunction, _ path: [String], _ name: String,
        _ operands: [ExpressionTree], in scope: QueryScope
    ) -> LoweredValue? {
        // An aggregate of columns of an outer query alone would be one over the rows of that query.
        guard let operand = operands.first, !operand.namesOuter, let column = function.column(of: operand),
            let rows = MemberRows(path, name, operands, scope, self),
            let (sql, type) = aggregate(column, of: rows.value)
        else { return nil }
        return LoweredValue(sql: "(SELECT \(sql) \(rows.source))", type: type, isOptional: function != .sum)
    }

    private func first(
        _ order: [SortTerm], _ path: [String], _ name: String, _ operands: [ExpressionTree],
        in scope: QueryScope
    ) -> LoweredValue? {
        guard let rows = MemberRows(path, name, operands, scope, self) else { return nil }
        var terms: [SQLText] = []
        for term in order {
            guard let value = value(term.expression, in: rows.members.scope), value.type != .json else {
                return nil
            }
            terms.append(
                dialect.orderTerm(
                    value.sql, isDescending: term.isDescending, isOptional: value.isOptional))
        }
        let isDescending = order.last?.isDescending ?? false
        terms += rows.members.scope.key.map {
            dialect.orderTerm($0, isDescending: isDescending, isOptional: false)
        }
        return LoweredValue(
            sql:
                "(SELECT \(rows.value.sql) \(rows.source) ORDER BY \(.list(terms))\(dialect.range(offset: 0, limit: 1)))",
            type: rows.value.type, isOptional: true)
    }
}

/// The members for which a condition holds, and a value of each.
private struct MemberRows {
    let members: Members
    let value: LoweredValue
    private let condition: SQLText

    /// Lowers the value and the condition, which are the first two operands; `nil` if the engine cannot evaluate them.
    init?(
        _ path: [String], _ name: String, _ operands: [ExpressionTree], _ scope: QueryScope,
        _ lowering: ExpressionLowering
    ) {
        guard operands.count >= 2, let members = Members(of: name, at: path, scope, lowering),
            let value = lowering.value(operands[0], in: members.scope)
        else { return nil }
        var condition = members.link
        if operands[1] != .literal(.bool(true)) {
            guard let lowered = lowering.condition(operands[1], in: members.scope) else { return nil }
            condition = "\(condition) AND \(lowered)"
        }
        self.members = members
        self.value = value
        self.condition = condition
    }

    /// The clauses from `FROM` to the condition; complete once everything has been lowered.
    var source: SQLText { "FROM \(members.source) WHERE \(condition)" }
}
