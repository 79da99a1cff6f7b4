extension ExpressionBinder {
    func bindArithmetic(
        _ operation: ExpressionTree.Arithmetic, _ left: ExpressionTree, _ right: ExpressionTree
    ) throws -> BoundExpression {
        let parts = try [bind(left), bind(right)]
        for (tree, part) in zip([left, right], parts) where !part.kind.isNumeric {
            throw problem(
                "\(describe(tree)) is \(part.kind.name) and cannot be calculated with.", about: tree)
        }
        let kind = try resultKind(left, parts[0].kind, right, parts[1].kind)
        if case .value(let type) = kind, operation == .remainder, type != .integer {
            throw problem(
                "A remainder needs two integers; here is \(kind.name).", about: left, right)
        }
        let (range, canFail) = outcome(of: operation, parts, kind)
        let place = place(of: [left, right])
        return expression(of: kind, canFail: canFail, range: range, parts) {
            ArithmeticNode(
                operation, $0[0], $0[1],
                ofIntegers: parts.allSatisfy { $0.kind == .value(.integer) }, at: place)
        }
    }

    /// The integers that the results lie in, and whether the operation can fail.
    private func outcome(
        of operation: ExpressionTree.Arithmetic, _ parts: [BoundExpression], _ kind: ExpressionKind
    ) -> (range: ClosedRange<Int64>?, canFail: Bool) {
        // With what is always nil there is no result.
        guard !parts.contains(where: { $0.kind == .null }), case .value(let type) = kind else {
            return (nil, false)
        }
        guard type == .integer else { return (nil, operation.canFail(on: type)) }
        let (values, canFail) = operation.range(parts[0].integers, parts[1].integers)
        return (values, canFail)
    }

    /// Where an error of a calculation belongs: the entity, and the attributes that are calculated with.
    func place(of trees: [ExpressionTree]) -> GranaryError.Context {
        GranaryError.Context(entity: entity.name, properties: attributes(in: trees))
    }

    /// The attributes that expressions read, each once, in their order.
    private func attributes(in trees: [ExpressionTree]) -> [String] {
        var names: [String] = []
        for tree in trees {
            if case .attribute(let path, let name) = tree {
                names.append((path + [name]).joined(separator: "."))
            } else if case .aggregate(let column) = tree {
                names += attributes(in: column.operand.map { [$0] } ?? [])
            } else {
                names += attributes(in: tree.operands)
            }
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The kind of a result: an integer takes the kind of the other operand.
    func resultKind(
        _ left: ExpressionTree, _ leftKind: ExpressionKind, _ right: ExpressionTree,
        _ rightKind: ExpressionKind
    ) throws -> ExpressionKind {
        switch (leftKind, rightKind) {
        case (.null, let kind), (let kind, .null): return kind
        case (.value(.integer), let kind), (let kind, .value(.integer)): return kind
        case (let kind, rightKind) where kind == rightKind: return kind
        default:
            throw problem(
                "\(describe(left)) is \(leftKind.name) and \(describe(right)) is \(rightKind.name); they cannot be calculated with each other without rounding.",
                about: left, right)
        }
    }
}
