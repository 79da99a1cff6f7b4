/// What a part of an expression is on a row, to those that calculate and compare integers without making values of them.
package enum FoundInteger: Sendable {
    /// An integer.
    case integer(Int64)
    /// No value.
    case null
    /// A value of another kind, which has to be evaluated as one.
    case other

    /// The same of a value.
    @inline(__always) package init(_ value: Value) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .null: self = .null
        default: self = .other
        }
    }
}

extension ExpressionTree.Comparison {
    /// Whether the comparison holds, as between values; `nil` if one is of another kind.
    @inline(__always) func holds(_ left: FoundInteger, _ right: FoundInteger) -> Bool? {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): holds(left, right)
        case (.other, _), (_, .other): nil
        case (.null, .null): self == .equal
        case (.null, _), (_, .null): self == .notEqual
        }
    }

    @inline(__always) private func holds(_ left: Int64, _ right: Int64) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
