/// An arithmetic operation; `nil` when either side is.
final class ArithmeticNode: ValueNode {
    private let operation: ExpressionTree.Arithmetic
    private let left: any EvaluationNode
    private let right: any EvaluationNode

    init(_ operation: ExpressionTree.Arithmetic, _ left: any EvaluationNode, _ right: any EvaluationNode) {
        self.operation = operation
        self.left = left
        self.right = right
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        try operation.result(left.value(of: row, in: source), right.value(of: row, in: source))
    }
}

/// A part of a date in UTC; `nil` for `nil`.
final class DatePartNode: ValueNode {
    private let part: ExpressionTree.DatePart
    private let inner: any EvaluationNode

    init(_ part: ExpressionTree.DatePart, _ inner: any EvaluationNode) {
        self.part = part
        self.inner = inner
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        guard case .date(let microseconds) = try inner.value(of: row, in: source) else { return .null }
        return .integer(Int64(part.of(CivilTime(microseconds: microseconds))))
    }
}

extension ExpressionTree.DatePart {
    /// The part of a moment.
    package func of(_ time: CivilTime) -> Int {
        switch self {
        case .year: time.year
        case .month: time.month
        case .day: time.day
        case .hour: time.hour
        case .minute: time.minute
        case .second: time.second
        case .weekday: time.weekday
        case .dayOfYear: time.dayOfYear
        }
    }
}
