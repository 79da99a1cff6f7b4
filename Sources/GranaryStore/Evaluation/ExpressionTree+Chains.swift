extension ExpressionTree {
    /// The conditions that must all hold, from left to right: the expression itself unless it is an `and`.
    ///
    /// However the operators are nested, this takes no deep recursion.
    package var conjuncts: [ExpressionTree] {
        chain { if case .and(let left, let right) = $0 { (left, right) } else { nil } }
    }

    /// The alternative conditions, from left to right: the expression itself unless it is an `or`.
    package var disjuncts: [ExpressionTree] {
        chain { if case .or(let left, let right) = $0 { (left, right) } else { nil } }
    }

    private func chain(_ split: (ExpressionTree) -> (ExpressionTree, ExpressionTree)?) -> [ExpressionTree] {
        if split(self) == nil { return [self] }
        var parts: [ExpressionTree] = []
        var waiting = [self]
        while let next = waiting.popLast() {
            if let (left, right) = split(next) {
                waiting += [right, left]
            } else {
                parts.append(next)
            }
        }
        return parts
    }
}
