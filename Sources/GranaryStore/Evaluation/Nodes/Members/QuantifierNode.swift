/// Whether any, all or none of the objects of a relationship to many satisfy a condition.
final class QuantifierNode: ConditionNode {
    private let quantifier: ExpressionTree.Quantifier
    private let decisive: MemberSet

    /// Makes it of the members that decide the result: for “all” those that do not satisfy the condition.
    init(_ quantifier: ExpressionTree.Quantifier, decidedBy decisive: MemberSet) {
        self.quantifier = quantifier
        self.decisive = decisive
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        var isFound = false
        try decisive.forEach(from: row, in: source) { _, _ in
            isFound = true
            return false
        }
        return isFound == (quantifier == .any)
    }
}
