extension ExpressionTree.Comparison {
    /// Whether the comparison holds between two values of kinds that can be compared.
    ///
    /// Two-valued: `nil` is the same as `nil` and differs from everything else, and no ordered comparison
    /// with it holds. Numbers of different kinds are compared by value.
    package func holds(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right || left.compare(right) == .equal
        case .notEqual: !(left == right || left.compare(right) == .equal)
        case .less: !left.isNull && !right.isNull && left.compare(right) == .less
        case .lessOrEqual: !left.isNull && !right.isNull && left.compare(right) != .greater
        case .greater: !left.isNull && !right.isNull && left.compare(right) == .greater
        case .greaterOrEqual: !left.isNull && !right.isNull && left.compare(right) != .less
        }
    }

    /// The equivalent comparison with its sides swapped.
    package var mirrored: ExpressionTree.Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
