/// Whether all of several conditions hold; evaluated from left to right until one does not.
final class ConjunctionNode: ConditionNode {
    private let parts: [any EvaluationNode]

    init(_ parts: [any EvaluationNode]) { self.parts = parts }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        for part in parts where try !part.holds(on: row, in: source) { return false }
        return true
    }
}

/// Whether one of several conditions holds; evaluated from left to right until one does.
final class DisjunctionNode: ConditionNode {
    private let parts: [any EvaluationNode]

    init(_ parts: [any EvaluationNode]) { self.parts = parts }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        for part in parts where try part.holds(on: row, in: source) { return true }
        return false
    }
}

/// Whether a condition does not hold; it does not when it is `nil` either.
final class NegationNode: ConditionNode {
    private let inner: any EvaluationNode

    init(_ inner: any EvaluationNode) { self.inner = inner }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        try !inner.holds(on: row, in: source)
    }
}
