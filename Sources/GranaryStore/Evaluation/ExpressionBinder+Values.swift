extension ExpressionBinder {
    func bindLiteral(_ value: Value) throws -> BoundExpression {
        let value = try checked(value)
        let range: ClosedRange<Int64>? = if case .integer(let number) = value { number...number } else { nil }
        return expression(of: ExpressionKind(of: value), range: range, []) { _ in ConstantNode(value) }
    }

    func bindAttribute(_ name: String, at path: [String]) throws -> BoundExpression {
        let steps = try self.steps(path)
        let owner = steps.last?.destination ?? entity
        guard let column = owner.attributePosition(name) else { throw unknownAttribute(name, of: owner) }
        let kind = ExpressionKind.value(owner.attributes[column].type)
        return expression(of: kind, usesRelationships: !steps.isEmpty, []) { _ in
            if steps.isEmpty { return ColumnNode(column) }
            return PathNode(steps, column: column)
        }
    }

    func bindComparison(
        _ comparison: ExpressionTree.Comparison, _ left: ExpressionTree, _ right: ExpressionTree
    ) throws -> BoundExpression {
        let parts = try [bind(left), bind(right)]
        try requireComparable(comparison, left, parts[0].kind, right, parts[1].kind)
        return condition(parts) { nodes in
            switch (nodes[0], nodes[1]) {
            case (let column as ColumnNode, let constant as ConstantNode):
                ColumnComparisonNode(comparison, column: column.column, constant.constant)
            case (let constant as ConstantNode, let column as ColumnNode):
                ColumnComparisonNode(comparison.mirrored, column: column.column, constant.constant)
            default:
                Self.comparison(
                    comparison, nodes[0], nodes[1],
                    ofIntegers: parts.allSatisfy { $0.kind == .value(.integer) })
            }
        }
    }

    private static func comparison(
        _ comparison: ExpressionTree.Comparison, _ left: any EvaluationNode, _ right: any EvaluationNode,
        ofIntegers: Bool
    ) -> any EvaluationNode {
        if ofIntegers, let node = IntegerComparisonNode(comparison, left, right) { return node }
        return ComparisonNode(comparison, left, right)
    }

    /// Checks that two kinds can be compared.
    func requireComparable(
        _ comparison: ExpressionTree.Comparison, _ left: ExpressionTree, _ leftKind: ExpressionKind,
        _ right: ExpressionTree, _ rightKind: ExpressionKind
    ) throws {
        guard leftKind.isComparable(with: rightKind) else {
            throw problem(
                "\(describe(left)) is \(leftKind.name) and cannot be compared with \(describe(right)), which is \(rightKind.name).",
                about: left, right)
        }
        let isNilTest =
            (comparison == .equal || comparison == .notEqual) && (leftKind == .null || rightKind == .null)
        for (tree, kind) in [(left, leftKind), (right, rightKind)] where !kind.isOrdered && !isNilTest {
            throw problem(
                "\(describe(tree)) is a structured value, which can only be compared with nil.", about: tree)
        }
    }

    func bindMembership(_ inner: ExpressionTree, _ values: [Value]) throws -> BoundExpression {
        let part = try bind(inner)
        for value in values {
            let kind = ExpressionKind(of: try checked(value))
            guard part.kind.isComparable(with: kind), part.kind.isOrdered || kind == .null else {
                throw problem(
                    "\(describe(inner)) is \(part.kind.name) and cannot be looked for in a list that holds \(kind.name).",
                    about: inner)
            }
        }
        return condition([part]) { MembershipNode($0[0], values) }
    }

    func bindText(
        _ comparison: ExpressionTree.TextComparison, _ left: ExpressionTree, _ right: ExpressionTree,
        _ options: TextOptions
    ) throws -> BoundExpression {
        let parts = try [bindText(left), bindText(right)]
        return condition(parts) { nodes in
            guard case .text(let wanted)? = (nodes[1] as? ConstantNode)?.constant else {
                return TextComparisonNode(comparison, nodes[0], nodes[1], options.folding)
            }
            return TextSearchNode(comparison, nodes[0], FoldedText(wanted, folding: options.folding))
        }
    }

    func bindPattern(
        _ inner: ExpressionTree, _ pattern: TextPattern, _ options: TextOptions
    ) throws -> BoundExpression {
        for case .literal(let text) in pattern.pieces { _ = try checked(.text(text)) }
        let matcher = TextPatternMatcher(pattern, folding: options.folding)
        return condition([try bindText(inner)]) { PatternNode($0[0], matcher) }
    }

    private func bindText(_ tree: ExpressionTree) throws -> BoundExpression {
        let part = try bind(tree)
        guard part.kind.isNullOr(.text) else {
            throw problem("\(describe(tree)) is \(part.kind.name) where text is needed.", about: tree)
        }
        return part
    }

    func bindDatePart(_ datePart: ExpressionTree.DatePart, _ inner: ExpressionTree) throws -> BoundExpression
    {
        let part = try bind(inner)
        guard part.kind.isNullOr(.date) else {
            throw problem(
                "\(describe(inner)) is \(part.kind.name) and has no \(datePart.rawValue).", about: inner)
        }
        return expression(of: .value(.integer), range: datePart.range, [part]) {
            DatePartNode(datePart, $0[0])
        }
    }
}
