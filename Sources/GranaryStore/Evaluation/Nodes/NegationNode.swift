/// Whether a condition does not hold; it does not when it is `nil` either.
final class NegationNode: ConditionNode {
    private let inner: any EvaluationNode

    init(_ inner: any EvaluationNode) { self.inner = inner }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        try !inner.holds(on: row, in: source)
    }
}
