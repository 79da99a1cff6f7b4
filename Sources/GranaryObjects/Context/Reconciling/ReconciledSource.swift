/// Follows the relationships of future rows, by their keys, into the objects of a context.
final class ReconciledSource: EvaluationSource {
    private let graph: ObjectGraph
    private let objects: ObjectSource

    init(_ graph: ObjectGraph) {
        self.graph = graph
        objects = ObjectSource(graph)
    }

    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        guard let row = row as? ReconciledRow else { return try objects.destination(of: step, from: row) }
        guard !step.columns.isEmpty else {
            return try row.object.flatMap {
                try objects.destination(of: step, from: ObjectRow($0, of: step.owner))
            }
        }
        guard let key = row.key(of: step), let target = try graph.lookup.anyObject(key, of: step.destination),
            target._objectState.phase != .deleted
        else { return nil }
        return ObjectRow(target, of: step.destination)
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        guard let row = row as? ReconciledRow else {
            return try objects.forEachMember(of: step, from: row, body)
        }
        // A row that does not exist yet has no members.
        guard let object = row.object else { return }
        try objects.forEachMember(of: step, from: ObjectRow(object, of: step.owner), body)
    }
}
