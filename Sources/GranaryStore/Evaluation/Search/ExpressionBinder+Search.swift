extension ExpressionBinder {
    func bindSearch(_ search: ExpressionTree.SearchFunction, _ operands: [ExpressionTree]) throws
        -> BoundExpression
    {
        let name = ExpressionTree.Function.search(search).name
        let count = search == .highlighted ? 4 : 2
        let parts = try bindOperands(operands, count...count, of: name)
        let (tree, part) = (operands[0], parts[0])
        try require([.text], tree, part, for: "“\(name)” needs text")
        let constants = try operands.dropFirst().map { try constant($0, of: name) }
        let query = try parsed(constants[0], about: tree)
        return switch search {
        case .matches:
            function(of: .value(.bool), [tree], [part]) { text, _, _ in
                if case .text(let text) = text { .bool(query.matches(text)) } else { .bool(false) }
            }
        case .rank:
            function(of: .value(.real), [tree], [part]) { text, _, _ in
                if case .text(let text) = text { .real(query.rank(of: text)) } else { .real(0) }
            }
        case .highlighted:
            function(of: .value(.text), [tree], [part]) { text, _, _ in
                guard case .text(let text) = text else { return .null }
                return .text(query.highlighted(text, from: constants[1], to: constants[2]))
            }
        }
    }

    private func constant(_ tree: ExpressionTree, of name: String) throws -> String {
        if case .literal(.text(let text)) = tree { return text }
        throw problem(
            "\(describe(tree)) stands where “\(name)” takes a constant text; build the query with the typed operators.",
            about: tree)
    }

    private func parsed(_ text: String, about tree: ExpressionTree) throws -> SearchQuery {
        do {
            return try SearchQuery(parsing: text)
        } catch {
            throw problem(error.message, about: tree)
        }
    }
}
