/// Whether a value is one of a list.
final class MembershipNode: ConditionNode {
    private let inner: any EvaluationNode
    private let list: ValueList

    init(_ inner: any EvaluationNode, _ values: [Value]) {
        self.inner = inner
        list = ValueList(values)
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        list.contains(try inner.value(of: row, in: source))
    }
}
