internal import GranaryStore

/// The request in words for people, by who evaluates its parts.
extension SelectLowering {
    /// The conditions and terms that the engine evaluates.
    package var pushedDown: [String] { pushed.map(outline) }

    /// The conditions and terms that the core evaluates, with the reasons.
    package var residual: [String] {
        var mayFail = false
        return kept.map { part in
            let reason = reason(for: part, mayFail)
            if case .condition(let tree) = part, lowering.canFail(tree, in: scope) { mayFail = true }
            return "\(outline(part)): \(reason)"
        }
    }

    private func outline(_ part: Part) -> String {
        switch part {
        case .condition(let tree): tree.outline
        case .term(let term):
            "order by \(term.expression.outline)\(term.isDescending ? " descending" : "")"
        case .range: "offset and limit"
        }
    }

    private func reason(for part: Part, _ followsFailing: Bool) -> String {
        switch part {
        case .condition where followsFailing: "follows a condition that may fail"
        // In a separate scope, for the joins of expressions that cannot be lowered.
        case .condition(let tree): lowering.obstacle(to: tree, in: lowering.scope(of: scope.entity))
        case .term(let term):
            lowering.obstacle(to: term.expression, in: lowering.scope(of: scope.entity))
        case .range: "the steps before are incomplete"
        }
    }
}

extension ExpressionTree {
    /// The expression as the text of a query, with `…` for constants, which may be secret.
    package var outline: String { QueryWriter.text(of: self, .hidden) }
}

extension ExpressionLowering {
    /// The reason why an expression stays with the core, in words for people.
    fileprivate func obstacle(to tree: ExpressionTree, in scope: QueryScope) -> String {
        if canFail(tree, in: scope) {
            return
                "it can fail, and a limit would end the search before the error, or the engine cannot tell where it fails"
        }
        switch tree {
        case .text(_, _, _, let options) where !options.isEmpty,
            .matches(_, _, let options) where !options.isEmpty:
            return "the engine does not fold text as Unicode says"
        case .and(let left, let right), .or(let left, let right):
            return obstacle(to: condition(left, in: scope) == nil ? left : right, in: scope)
        case .not(let inner): return obstacle(to: inner, in: scope)
        default: return "the engine cannot evaluate it exactly, or it leads to another store"
        }
    }
}
