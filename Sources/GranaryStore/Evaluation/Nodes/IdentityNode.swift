/// Whether the row itself has a key.
final class IdentityNode: ConditionNode {
    private let columns: [Int]
    private let key: [Value]

    init(columns: [Int], key: [Value]) {
        self.columns = columns
        self.key = key
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        for (column, part) in zip(columns, key)
        where try !ExpressionTree.Comparison.equal.holds(row.value(at: column), part) { return false }
        return true
    }
}
