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
