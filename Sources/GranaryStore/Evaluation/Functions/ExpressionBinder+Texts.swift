extension ExpressionBinder {
    func bindText(_ text: ExpressionTree.TextFunction, _ operands: [ExpressionTree]) throws -> BoundExpression
    {
        let name = ExpressionTree.Function.text(text).name
        let parts = try bindOperands(operands, text.operandCounts, of: name)
        for (position, (tree, part)) in zip(operands, parts).enumerated() {
            let types = text.types(ofOperand: position)
            try require(
                types, tree, part, for: "“\(name)” needs \(types == [.text] ? "text" : "another value")")
        }
        if case .read(let type) = text,
            !ExpressionTree.TextFunction.written.types(ofOperand: 0).contains(type)
        {
            throw problem("A text cannot be read as \(type.rawValue).")
        }
        if text == .joined {
            return expression(of: .value(.text), parts) { JoiningNode($0) }
        }
        return function(of: .value(text.type), range: text.range, operands, parts) { first, second, third in
            text.result(first, second, third, hasThird: operands.count > 2)
        }
    }
}

extension ExpressionTree.TextFunction {
    fileprivate var operandCounts: ClosedRange<Int> {
        switch self {
        case .part: 2...3
        case .position: 2...2
        case .replacing: 3...3
        case .joined: 2...Int.max
        default: 1...1
        }
    }

    /// The types that an operand may have.
    fileprivate func types(ofOperand position: Int) -> Set<AttributeType> {
        switch self {
        case .part where position > 0: [.integer]
        case .written: [.bool, .integer, .real, .decimal, .date, .uuid]
        default: [.text]
        }
    }

    /// The integers that the result lies in; `nil` for other results, and for all integers.
    fileprivate var range: ClosedRange<Int64>? {
        switch self {
        case .scalarCount, .byteCount, .position: .counts
        default: nil
        }
    }

    /// The type of the result.
    fileprivate var type: AttributeType {
        switch self {
        case .scalarCount, .byteCount, .position: .integer
        case .read(let type): type
        default: .text
        }
    }
}
