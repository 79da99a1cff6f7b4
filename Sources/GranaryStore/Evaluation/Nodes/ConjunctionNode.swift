/// Whether all of several conditions hold; evaluated from left to right until one does not.
final class ConjunctionNode: ConditionNode {
    private let parts: [any EvaluationNode]

    init(_ parts: [any EvaluationNode]) { self.parts = parts }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        for part in parts where try !part.holds(on: row, in: source) { return false }
        return true
    }
}
