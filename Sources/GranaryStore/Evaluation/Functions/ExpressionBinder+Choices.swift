extension ExpressionBinder {
    func bindChoice(_ choice: ExpressionTree.ChoiceFunction, _ operands: [ExpressionTree]) throws
        -> BoundExpression
    {
        switch choice {
        case .coalesce:
            let parts = try bindOperands(operands, 2...Int.max, of: choice.rawValue)
            let kind = try commonKind(of: operands, parts)
            return expression(of: kind, range: range(of: parts), parts) { CoalescingNode($0, kind) }
        case .nilIf:
            let parts = try bindOperands(operands, 2...2, of: choice.rawValue)
            guard parts[0].kind.isComparable(with: parts[1].kind), parts.allSatisfy(\.kind.isOrdered) else {
                throw problem(
                    "\(describe(operands[0])) is \(parts[0].kind.name) and cannot be compared with \(describe(operands[1])), which is \(parts[1].kind.name).",
                    about: operands[0], operands[1])
            }
            return function(of: parts[0].kind, range: parts[0].range, operands, parts) { value, other, _ in
                ExpressionTree.Comparison.equal.holds(value, other) ? .null : value
            }
        case .choose: return try bindChoose(operands)
        }
    }

    private func bindChoose(_ operands: [ExpressionTree]) throws -> BoundExpression {
        guard operands.count >= 3, operands.count.isMultiple(of: 2) == false, let last = operands.last else {
            throw problem("“choose” takes conditions with their values, and a value for none of them.")
        }
        let conditions = stride(from: 0, to: operands.count - 1, by: 2).map { operands[$0] }
        let values = stride(from: 1, to: operands.count, by: 2).map { operands[$0] } + [last]
        let boundConditions = try conditions.map { try bindCondition($0) }
        let boundValues = try values.map { try bind($0) }
        let kind = try commonKind(of: values, boundValues)
        return expression(of: kind, range: range(of: boundValues), boundConditions + boundValues) {
            ChoosingNode(Array($0.prefix(conditions.count)), Array($0.dropFirst(conditions.count)), kind)
        }
    }

    /// The integers that some values lie in; `nil` is none.
    private func range(of parts: [BoundExpression]) -> ClosedRange<Int64>? {
        let ranges = parts.filter { $0.kind != .null }.map(\.integers)
        return ranges.first.map { ranges.dropFirst().reduce($0) { $0.united(with: $1) } }
    }

    /// The kind that some values have in common: an integer takes the kind of another number, and `nil` any.
    private func commonKind(of trees: [ExpressionTree], _ parts: [BoundExpression]) throws -> ExpressionKind {
        var (common, first): (ExpressionKind, ExpressionTree?) = (.null, nil)
        for (tree, part) in zip(trees, parts) where part.kind != .null {
            guard part.kind.isOrdered else {
                throw problem(
                    "\(describe(tree)) is a structured value, which cannot be chosen.", about: tree)
            }
            switch (common, part.kind) {
            case (.null, let kind): (common, first) = (kind, tree)
            case (let kind, let other) where kind == other: break
            case (let kind, let other) where kind.isNumeric && other.isNumeric:
                common = try resultKind(first ?? tree, kind, tree, other)
            default:
                throw problem(
                    "A choice has \(common.name) and \(part.kind.name); its values must be of one kind.",
                    about: first ?? tree, tree)
            }
        }
        return common
    }
}
