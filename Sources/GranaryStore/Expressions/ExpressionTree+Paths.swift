extension ExpressionTree {
    /// The same expression as seen from an object whose relationships lead to this entity.
    package func prefixed(by prefix: [String]) -> ExpressionTree { withPaths { prefix + $0 } }

    /// The same expression with the first steps of every path removed; all its paths must begin with
    /// them.
    package func droppingPrefix(_ count: Int) -> ExpressionTree {
        withPaths { Array($0.dropFirst(count)) }
    }

    private func withPaths(_ change: ([String]) -> [String]) -> ExpressionTree {
        mapped(path: change, members: { $0 }, operands: { $0.withPaths(change) })
    }
}
