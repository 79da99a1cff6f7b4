/// A column of the row at the end of a path; `nil` where the path ends early.
final class PathNode: ValueNode {
    private let way: ArraySlice<Relationship>
    private let last: Relationship?
    private let column: Int

    init(_ path: [Relationship], column: Int) {
        way = path.dropLast()
        last = path.last
        self.column = column
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        guard let owner = way.isEmpty ? row : try source.end(of: way, from: row) else { return .null }
        guard let last else { return try owner.value(at: column) }
        return try source.value(at: column, through: last, from: owner)
    }
}
