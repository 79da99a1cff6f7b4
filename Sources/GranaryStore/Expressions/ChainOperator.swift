/// An operator, `and` or `or`, that may join thousands of conditions one by one.
///
/// Freeing, comparing and encoding a tree recurse to its depth, and a thread's stack is limited. So joining merges
/// equal perfect subtrees at the end of a chain, as a binary counter carries: the depth grows with the logarithm of the
/// length, the conditions keep their order, and each costs a few steps on average. Where whole chains are joined, or
/// parts on alternating sides, ``MeasuredTree`` arranges them anew in time.
enum ChainOperator {
    case and
    case or

    /// Joins two conditions; either may be the longer one.
    func joining(_ left: ExpressionTree, _ right: ExpressionTree) -> ExpressionTree {
        if split(left) == nil, split(right) != nil { return prepending(left, to: right) }
        return appending(right, to: left)
    }

    /// Whether a tree is a chain of this operator.
    func joins(_ tree: ExpressionTree) -> Bool { split(tree) != nil }

    private func appending(_ last: ExpressionTree, to chain: ExpressionTree) -> ExpressionTree {
        guard let (rest, end) = split(chain), rank(rest, \.1) > rank(end, \.1),
            rank(end, \.1) == rank(last, \.1)
        else { return make(chain, last) }
        return appending(make(end, last), to: rest)
    }

    private func prepending(_ first: ExpressionTree, to chain: ExpressionTree) -> ExpressionTree {
        guard let (start, rest) = split(chain), rank(rest, \.0) > rank(start, \.0),
            rank(start, \.0) == rank(first, \.0)
        else { return make(first, chain) }
        return prepending(make(first, start), to: rest)
    }

    /// How many times a chain can be split towards one side: the height of a perfect subtree, at most 64 for a chain in
    /// memory.
    private func rank(
        _ tree: ExpressionTree, _ side: ((ExpressionTree, ExpressionTree)) -> ExpressionTree
    ) -> Int {
        var (tree, rank) = (tree, 0)
        while rank < 64, let parts = split(tree) {
            tree = side(parts)
            rank += 1
        }
        return rank
    }

    private func split(_ tree: ExpressionTree) -> (ExpressionTree, ExpressionTree)? {
        switch (self, tree) {
        case (.and, .and(let left, let right)), (.or, .or(let left, let right)): (left, right)
        default: nil
        }
    }

    private func make(_ left: ExpressionTree, _ right: ExpressionTree) -> ExpressionTree {
        switch self {
        case .and: .and(left, right)
        case .or: .or(left, right)
        }
    }
}
