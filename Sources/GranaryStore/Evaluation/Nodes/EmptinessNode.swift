/// Whether the relationship to one at the end of a path leads nowhere.
final class EmptinessNode: ConditionNode {
    private let path: [Relationship]

    init(_ path: [Relationship]) { self.path = path }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        try source.end(of: path, from: row) == nil
    }
}
