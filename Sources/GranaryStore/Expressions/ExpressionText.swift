/// Writes expressions for people, with the stored values in them for a debugger or with question marks for a log.
package struct ExpressionText {
    /// Whether values are written, and not question marks.
    package let showsValues: Bool

    /// Makes a writer.
    package init(showsValues: Bool) { self.showsValues = showsValues }

    /// The text of an expression; what is too deep for a person is left out.
    package func text(_ tree: ExpressionTree) -> String { text(tree, 0) }

    /// How deep operands are written.
    private static let deepest = 50

    private func text(_ tree: ExpressionTree, _ depth: Int) -> String {
        if depth > Self.deepest { return "…" }
        func inner(_ tree: ExpressionTree) -> String { text(tree, depth + 1) }
        func part(_ tree: ExpressionTree) -> String { tree.isSimple ? inner(tree) : "(\(inner(tree)))" }
        switch tree {
        case .literal(let value): return shown(value)
        case .attribute(let path, let name): return names(path, name)
        case .isEmpty(let path): return "\(names(path)) == nil"
        case .refers(let path, let key): return "\(names(path)) == \(list(key))"
        case .holdsKey(let path, let keys): return "\(names(path)) in \(list(keys.flatMap(\.values)))"
        case .compare(let comparison, let left, let right):
            return "\(part(left)) \(comparison.sign) \(part(right))"
        case .and: return tree.conjuncts.map(part).joined(separator: " && ")
        case .or: return tree.disjuncts.map(part).joined(separator: " || ")
        case .not(let condition): return "!\(part(condition))"
        case .isIn(let operand, let values): return "\(part(operand)) in \(list(values))"
        case .text(let comparison, let left, let right, _):
            return "\(part(left)) \(comparison.rawValue) \(part(right))"
        case .matches(let operand, let pattern, _): return "\(part(operand)) like \(shown(pattern))"
        case .arithmetic(let operation, let left, let right):
            return "\(part(left)) \(operation.sign) \(part(right))"
        case .datePart(let part, let date): return "\(part.rawValue)(\(inner(date)))"
        case .function(let function, let operands): return call(function.name, operands.map(inner))
        case .quantified(let quantifier, let path, let relationship, let condition):
            return call("\(names(path, relationship)).\(quantifier)", [inner(condition)])
        case .countOf(let path, let relationship, let condition):
            return call("\(names(path, relationship)).count", condition.map { [inner($0)] } ?? [])
        case .ofMembers(let function, let path, let relationship, let operands):
            return call("\(names(path, relationship)).\(function.name)", operands.map(inner))
        case .outer(let model, let tree): return call("of \(model)", [inner(tree)])
        case .subquery(let query, let operand):
            let condition = query.predicate.map { " where \(inner($0))" } ?? ""
            return "\(operand.map { "\(part($0)) in " } ?? "")query(\(query.model)\(condition))"
        case .aggregate(let column): return call("aggregate", column.operand.map { [inner($0)] } ?? [])
        }
    }

    private func shown(_ value: Value) -> String { showsValues ? value.shown : "?" }

    private func shown(_ pattern: TextPattern) -> String {
        if !showsValues { return "?" }
        let pieces = pattern.pieces.map { piece in
            switch piece {
            case .literal(let text): Value.text(text).shown
            case .anyOne: "one"
            case .anyRun: "any"
            }
        }
        return "[\(pieces.joined(separator: ", "))]"
    }

    /// The first values of a list.
    private func list(_ values: [Value]) -> String {
        if !showsValues { return values.count == 1 ? "?" : "(\(values.count) values)" }
        let shown = values.prefix(20).map(\.shown) + (values.count > 20 ? ["…"] : [])
        return values.count == 1 ? shown[0] : "(\(shown.joined(separator: ", ")))"
    }

    private func names(_ path: [String], _ name: String? = nil) -> String {
        let names = path + (name.map { [$0] } ?? [])
        return names.isEmpty ? "itself" : names.joined(separator: ".")
    }

    private func call(_ name: String, _ arguments: [String]) -> String {
        "\(name)(\(arguments.joined(separator: ", ")))"
    }
}

extension ExpressionTree {
    /// Whether it is written without parentheses as an operand.
    fileprivate var isSimple: Bool {
        switch self {
        case .compare, .and, .or, .isIn, .text, .matches, .arithmetic, .isEmpty, .refers, .holdsKey,
            .subquery:
            false
        default: true
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
