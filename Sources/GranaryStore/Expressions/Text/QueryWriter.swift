/// Writes expressions and queries as the text that a ``QueryParser`` reads, or with `…` in place of constants for a log.
package struct QueryWriter {
    /// What is written of constants.
    package enum Constants: Sendable {
        /// Nothing: `…` stands for each that is not `nil`, so that the text can be logged.
        case hidden
        /// The first ones of a list and the beginning of a text, for a debugger.
        case shortened
        /// All of them, so that the text can be read again.
        case whole
    }

    /// A piece of a text: words, or an expression that is still to be written.
    enum Piece {
        case words(String)
        case tree(ExpressionTree, Tightness)
    }

    /// How tightly the parts of an expression hang together, from those that need brackets most.
    enum Tightness: Int {
        case none, chain, not, comparison, sum, product, minus, operand
    }

    let constants: Constants
    /// Why the text is no query: what the grammar has no words for.
    package private(set) var fault: String?

    /// Begins.
    package init(_ constants: Constants) { self.constants = constants }

    /// The text of an expression.
    package static func text(of tree: ExpressionTree, _ constants: Constants) -> String {
        var writer = QueryWriter(constants)
        return writer.text([.tree(tree, .none)])
    }

    /// Notes what cannot be written; returns a sign in place of it.
    mutating func unwritable(_ what: String) -> String {
        fault = fault ?? what
        return "⟨\(what)⟩"
    }

    /// Notes a function that was made by hand with too many or too few operands.
    mutating func wrongCount(_ name: String) -> String {
        unwritable("\(name) with a wrong number of operands")
    }

    /// The text of pieces; it takes no recursion, however deeply expressions are nested.
    mutating func text(_ pieces: [Piece]) -> String {
        var (text, waiting) = ("", Array(pieces.reversed()))
        while let next = waiting.popLast() {
            switch next {
            case .words(let words): text += words
            case .tree(let tree, let least):
                let inBrackets = tree.tightness.rawValue < least.rawValue
                if inBrackets { waiting.append(.words(")")) }
                waiting += self.pieces(tree).reversed()
                if inBrackets { waiting.append(.words("(")) }
            }
        }
        return text
    }

    // MARK: Expressions

    /// The pieces of an expression.
    private mutating func pieces(_ tree: ExpressionTree) -> [Piece] {
        switch tree {
        case .literal(let value): [.words(text(value))]
        case .attribute(let path, let name): [.words(QueryWords.path(path + [name]))]
        case .isEmpty(let path): [.words("\(object(path)) is nil")]
        case .refers(let path, let key): [.words("\(object(path)) is \(text(key: key))")]
        case .holdsKey(let path, let keys): [.words("\(object(path)) is in \(text(keys: keys))")]
        case .compare(let comparison, let left, let right):
            [
                .tree(left, .sum), .words(" \(comparison == .equal ? "=" : comparison.sign) "),
                .tree(right, .sum),
            ]
        case .and: between(" and ", tree.conjuncts, .not)
        case .or: between(" or ", tree.disjuncts, .not)
        case .not(let condition): [.words("not "), .tree(condition, .operand)]
        case .isIn(let operand, let values): [.tree(operand, .sum), .words(" in \(text(list: values))")]
        case .text(let comparison, let left, let right, let options):
            call(left, comparison.textName, [.tree(right, .none), .words(text(options))])
        case .matches(let operand, let pattern, let options):
            call(operand, "like", [.words(text(pattern) + text(options))])
        case .arithmetic(let operation, let left, let right):
            operation == .add || operation == .subtract
                ? [.tree(left, .sum), .words(" \(operation.sign) "), .tree(right, .product)]
                : [.tree(left, .product), .words(" \(operation.sign) "), .tree(right, .minus)]
        case .datePart(let part, let date): call(date, part.rawValue)
        case .function(let function, let operands): pieces(function, operands)
        case .quantified(let quantifier, let path, let relationship, let condition):
            members(path, relationship, quantifier.rawValue, [.tree(condition, .none)])
        case .countOf(let path, let relationship, let condition):
            members(path, relationship, "count", condition.map { [.tree($0, .none)] } ?? [])
        case .ofMembers(let function, let path, let relationship, let operands):
            members(path, relationship, function.textName, pieces(function, operands))
        case .outer(let model, let inner):
            [.words("outer(\(QueryWords.name(model)): "), .tree(inner, .none), .words(")")]
        case .subquery(let query, let operand): pieces(query, operand)
        case .aggregate(let column): pieces(column)
        }
    }

    /// A function behind its first operand.
    func call(_ operand: ExpressionTree, _ name: String, _ arguments: [Piece] = []) -> [Piece] {
        [.tree(operand, .operand), .words(".\(name)(")] + arguments + [.words(")")]
    }

    /// Expressions with words between them.
    func between(_ words: String, _ trees: some Collection<ExpressionTree>, _ least: Tightness = .none)
        -> [Piece]
    {
        var pieces: [Piece] = []
        for tree in trees {
            if !pieces.isEmpty { pieces.append(.words(words)) }
            pieces.append(.tree(tree, least))
        }
        return pieces
    }

    private func members(_ path: [String], _ relationship: String, _ name: String, _ inner: [Piece])
        -> [Piece]
    {
        [.words("\(QueryWords.path(path + [relationship])).\(name)(")] + inner + [.words(")")]
    }

    private func object(_ path: [String]) -> String { path.isEmpty ? "self" : QueryWords.path(path) }

    /// The value of members, with the condition and the order behind it.
    private mutating func pieces(
        _ function: ExpressionTree.MemberFunction, _ operands: [ExpressionTree]
    ) -> [Piece] {
        guard operands.count == function.operandCount else { return [.words(wrongCount(function.name))] }
        var pieces: [Piece] = [.tree(operands[0], .none)]
        if operands[1] != .literal(.bool(true)) { pieces += [.words(" where "), .tree(operands[1], .none)] }
        let order = function.order(of: operands)
        if !order.isEmpty { pieces += [.words(" sorted by ")] + self.pieces(order) }
        return pieces
    }
}

extension ExpressionTree {
    /// How tightly the parts of the expression hang together in a text.
    fileprivate var tightness: QueryWriter.Tightness {
        switch self {
        case .and, .or: .chain
        case .not: .not
        case .compare, .isIn, .isEmpty, .refers, .holdsKey, .subquery(_, _?): .comparison
        case .subquery(let query, nil): query.result == .objects ? .comparison : .operand
        case .arithmetic(.add, _, _), .arithmetic(.subtract, _, _): .sum
        case .arithmetic: .product
        case .function(.number(.negated), _): .minus
        default: .operand
        }
    }
}

extension ExpressionTree.Comparison {
    /// The operator as Swift writes it, for people.
    package var sign: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension ExpressionTree.Arithmetic {
    /// The operator, for people and in SQL.
    package var sign: String {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .remainder: "%"
        }
    }
}
