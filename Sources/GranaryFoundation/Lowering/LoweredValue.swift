import Granary

/// A value that may come from several expressions: for each row the one whose condition holds.
struct LoweredValue {
    /// The expressions; their conditions exclude each other, and one without a condition is the only one.
    var cases: [(when: ExpressionTree?, tree: ExpressionTree)]

    init(_ tree: ExpressionTree) { cases = [(nil, tree)] }

    private init(_ cases: [(when: ExpressionTree?, tree: ExpressionTree)]) { self.cases = cases }

    /// The value as a condition; one that is `nil` does not hold.
    var condition: ExpressionTree {
        let held = cases.compactMap { item -> ExpressionTree? in
            if item.tree == .literal(.null) { return nil }
            return .both(item.when, item.tree)
        }
        return held.dropFirst().reduce(held.first ?? .literal(.bool(false))) { .or($0, $1) }
    }

    /// A value made from each expression.
    func map(_ transform: (ExpressionTree) throws -> ExpressionTree) rethrows -> LoweredValue {
        LoweredValue(try cases.map { ($0.when, try transform($0.tree)) })
    }

    /// The value that an object of a model around a condition on members has, for that condition.
    func seen(from model: String) -> LoweredValue {
        func seen(_ tree: ExpressionTree) -> ExpressionTree {
            if case .literal = tree { tree } else { .outer(model, tree) }
        }
        return LoweredValue(cases.map { ($0.when.map(seen), seen($0.tree)) })
    }

    /// A value made from every pair of expressions of this value and another.
    func combined(
        with other: LoweredValue, _ transform: (ExpressionTree, ExpressionTree) throws -> ExpressionTree
    ) rethrows -> LoweredValue {
        LoweredValue(
            try cases.flatMap { left in
                try other.cases.map { right in
                    let when = [left.when, right.when].compactMap { $0 }
                    return (
                        when.isEmpty ? nil : when.dropFirst().reduce(when[0]) { .and($0, $1) },
                        try transform(left.tree, right.tree)
                    )
                }
            })
    }

    /// The value where a condition holds, else another.
    func guarded(by condition: ExpressionTree, or other: LoweredValue) -> LoweredValue {
        let held = cases.map { ExpressionTree.both($0.when, condition) }
        let rest = other.cases.map { ExpressionTree.both($0.when, .not(condition)) }
        return LoweredValue(
            zip(held, cases.map(\.tree)).map { (Optional($0), $1) }
                + zip(rest, other.cases.map(\.tree)).map { (Optional($0), $1) })
    }

    /// The value where it is not `nil`, else another.
    func coalesced(with other: LoweredValue) -> LoweredValue {
        var found: [(when: ExpressionTree?, tree: ExpressionTree)] = []
        for (when, tree) in cases {
            if tree == .literal(.null) {
                found += other.cases.map { (.both(when, $0.when), $0.tree) }
            } else if tree.isCondition {
                found.append((when, tree))
            } else {
                let isNil = ExpressionTree.compare(.equal, tree, .literal(.null))
                found.append((.both(when, .not(isNil)), tree))
                found += other.cases.map { (.both(.both(when, isNil), $0.when), $0.tree) }
            }
        }
        return LoweredValue(found)
    }
}
