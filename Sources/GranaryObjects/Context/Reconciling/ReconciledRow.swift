/// An item of a list as its future row, to evaluate conditions on beforehand.
final class ReconciledRow: EvaluationRow {
    private let values: [Value]
    /// The object that the item changes; `nil` for one to insert.
    let object: (any Model)?

    init(_ values: [Value], of object: (any Model)?) {
        self.values = values
        self.object = object
    }

    func value(at column: Int) -> Value { values.indices.contains(column) ? values[column] : .null }

    /// The key that a relationship to one will hold.
    func key(of relationship: Relationship) -> ObjectKey? {
        ObjectKey(relationship.columns.map(value(at:)))
    }
}
