/// Whether the columns of a reference, or of the row's own key, hold one of several keys.
final class KeyListNode: ConditionNode {
    private let path: [Relationship]
    private let columns: [Int]
    private let keys: Set<ObjectKey>

    init(_ path: [Relationship], columns: [Int], keys: Set<ObjectKey>) {
        self.path = path
        self.columns = columns
        self.keys = keys
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard let owner = try source.end(of: path, from: row),
            let key = ObjectKey(try columns.map { try owner.value(at: $0) })
        else { return false }
        return keys.contains(key)
    }
}
