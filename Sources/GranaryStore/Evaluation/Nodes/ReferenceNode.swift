/// Whether the object at the end of a path has a key.
final class ReferenceNode: ConditionNode {
    private let path: ArraySlice<Relationship>
    private let last: Relationship
    private let key: [Value]

    /// Makes the node; `last` is the end of the path.
    init(_ path: ArraySlice<Relationship>, _ last: Relationship, key: [Value]) {
        self.path = path
        self.last = last
        self.key = key
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard let owner = try source.end(of: path, from: row) else { return false }
        for (column, part) in zip(last.columns, key)
        where try !ExpressionTree.Comparison.equal.holds(owner.value(at: column), part) { return false }
        return try source.destination(of: last, from: owner) != nil
    }
}
