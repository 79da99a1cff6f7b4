extension ExpressionBinder {
    func bindFunction(_ function: ExpressionTree.Function, _ operands: [ExpressionTree]) throws
        -> BoundExpression
    {
        switch function {
        case .number(let function): try bindNumber(function, operands)
        case .choice(let function): try bindChoice(function, operands)
        case .text(let function): try bindText(function, operands)
        case .date(let function): try bindDate(function, operands)
        case .structure(let function): try bindStructure(function, operands)
        case .search(let function): try bindSearch(function, operands)
        }
    }

    /// Binds the operands of a function.
    ///
    /// - Throws: ``GranaryError/Code/query`` unless there are as many as the function takes; as ``bind(_:)``.
    func bindOperands(_ operands: [ExpressionTree], _ counts: ClosedRange<Int>, of function: String) throws
        -> [BoundExpression]
    {
        guard counts.contains(operands.count) else {
            throw problem(
                "“\(function)” does not take \(operands.count) operands; build the query with the typed operators."
            )
        }
        return try operands.map { try bind($0) }
    }

    /// A function of bound operands, all of which are evaluated.
    func function(
        of kind: ExpressionKind, canFail: Bool = false, range: ClosedRange<Int64>? = nil,
        _ trees: [ExpressionTree], _ parts: [BoundExpression], _ apply: @escaping FunctionNode.Application
    ) -> BoundExpression {
        let place = place(of: trees)
        return expression(of: kind, canFail: canFail, range: range, parts) {
            FunctionNode($0, at: place, apply)
        }
    }

    /// Checks the kind of an operand.
    ///
    /// - Throws: ``GranaryError/Code/query`` for other kinds than those given; what is always `nil` fits.
    func require(
        _ types: Set<AttributeType>, _ tree: ExpressionTree, _ part: BoundExpression, for what: String
    )
        throws
    {
        if case .value(let type) = part.kind, !types.contains(type) {
            throw problem("\(describe(tree)) is \(part.kind.name); \(what).", about: tree)
        }
    }
}
