extension ExpressionBinder {
    func bindStructure(_ structure: ExpressionTree.StructureFunction, _ operands: [ExpressionTree]) throws
        -> BoundExpression
    {
        if structure == .itself {
            guard isOfElement, operands.isEmpty else {
                throw problem("The query names an element of a list, and is no condition on such elements.")
            }
            return expression(of: .value(.json), []) { _ in ColumnNode(ElementRow.column) }
        }
        let name = ExpressionTree.Function.structure(structure).name
        guard let value = operands.first, operands.count == structure.operandCount else {
            throw problem(
                "“\(name)” does not take \(operands.count) operands; build the query with the typed operators."
            )
        }
        if structure.path.count > ExpressionTree.StructureFunction.deepest {
            throw problem(
                "A path into a structured value has \(structure.path.count) names, and may have \(ExpressionTree.StructureFunction.deepest); query a part of it as a whole.",
                about: value)
        }
        let whole = try bind(value)
        try require([.json], value, whole, for: "“\(name)” needs a structured value")
        let place = GranaryError.Context(
            entity: entity.name, properties: value.place(structure.path).map { [$0] } ?? [])
        switch structure {
        case .quantified(let quantifier):
            let condition = try ofElements.bindCondition(operands[1])
            return expression(of: .value(.bool), canFail: true, [whole, condition]) {
                ElementsNode(quantifier, of: $0[0], $0[1], at: place)
            }
        case .setting(_, let form), .contains(let form):
            let other = try bind(operands[1])
            try requireValue(of: form, operands[1], other, for: structure)
            return function(structure, [whole, other], place)
        default: return function(structure, [whole], place)
        }
    }

    private func function(
        _ structure: ExpressionTree.StructureFunction, _ parts: [BoundExpression],
        _ place: GranaryError.Context
    ) -> BoundExpression {
        expression(of: .value(structure.type), canFail: true, range: structure.range, parts) { nodes in
            FunctionNode(nodes, at: place) { (first, second, _) throws(GranaryError) in
                try structure.result(first, second)
            }
        }
    }

    /// Checks the kind of a value that stands in a structured value, or is looked for in a list.
    private func requireValue(
        of form: ExpressionTree.StructuredForm, _ tree: ExpressionTree, _ part: BoundExpression,
        for structure: ExpressionTree.StructureFunction
    ) throws {
        let kind = ExpressionKind.value(form.type)
        let fits =
            switch structure {
            // A structured value that is a constant is the text of its JSON.
            case .setting where form == .structure: part.kind == .value(.text) || part.kind.isNullOr(.json)
            case .setting: part.kind.isNullOr(form.type)
            default: form != .structure && part.kind.isComparable(with: kind)
            }
        guard fits else {
            throw problem(
                "\(describe(tree)) is \(part.kind.name) where the structured value has \(kind.name).",
                about: tree)
        }
    }
}

extension ExpressionTree {
    /// The attribute of a structured value and the way into it, for people; `nil` for an element itself.
    fileprivate func place(_ path: [String]) -> String? {
        switch self {
        case .attribute(let way, let name): (way + [name] + path).joined(separator: ".")
        case .function(.structure(.part(let way, _)), let operands): operands.first?.place(way + path)
        case .function(.structure(.element(let position)), let operands):
            operands.first?.place(["\(position)"] + path)
        case .function(_, let operands) where !operands.isEmpty: operands[0].place(path)
        case .outer(_, let inner): inner.place(path)
        default: path.isEmpty ? nil : path.joined(separator: ".")
        }
    }
}

extension ExpressionTree.StructureFunction {
    fileprivate var operandCount: Int {
        switch self {
        case .itself: 0
        case .part, .count, .element: 1
        case .setting, .contains, .quantified: 2
        }
    }

    /// The names on the way into the structured value.
    fileprivate var path: [String] {
        switch self {
        case .part(let path, _), .setting(let path, _): path
        default: []
        }
    }

    /// The type of the result.
    fileprivate var type: AttributeType {
        switch self {
        case .part(_, let form): form.type
        case .itself, .setting, .element: .json
        case .count: .integer
        case .contains, .quantified: .bool
        }
    }

    /// The integers that the result lies in; `nil` for other results, and for all integers.
    fileprivate var range: ClosedRange<Int64>? { self == .count ? .counts : nil }
}
