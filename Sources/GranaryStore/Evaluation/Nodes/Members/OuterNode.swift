/// The value of an expression on an object around the condition on members that it is a part of.
final class OuterNode: ValueNode {
    private let levels: Int
    private let inner: any EvaluationNode

    init(_ inner: any EvaluationNode, levels: Int) {
        self.inner = inner
        self.levels = levels
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        var (row, source) = (row, source)
        for _ in 0..<levels {
            // Each condition on members that binding has counted has made one.
            guard let members = source as? MemberSource else {
                throw GranaryError(.query, "A condition names an object that is not around it.")
            }
            (row, source) = (members.outer, members.source)
        }
        return try inner.value(of: row, in: source)
    }
}
