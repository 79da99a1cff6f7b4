/// A constant.
final class ConstantNode: ValueNode {
    let constant: Value

    init(_ constant: Value) { self.constant = constant }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) -> Value { constant }
}

/// A column of the row itself.
final class ColumnNode: ValueNode {
    let column: Int

    init(_ column: Int) { self.column = column }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        try row.value(at: column)
    }
}

/// A column of the row at the end of a path; `nil` where the path ends early.
final class PathNode: ValueNode {
    private let way: ArraySlice<Relationship>
    private let last: Relationship?
    private let column: Int

    init(_ path: [Relationship], column: Int) {
        (way, last) = (path.dropLast(), path.last)
        self.column = column
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        guard let owner = try source.end(of: way, from: row) else { return .null }
        guard let last else { return try owner.value(at: column) }
        return try source.value(at: column, through: last, from: owner)
    }
}

extension EvaluationSource {
    /// The row at the end of a path of relationships to one; `nil` where the path ends early.
    func end(of path: some Sequence<Relationship>, from row: any EvaluationRow) throws -> (
        any EvaluationRow
    )? {
        var row = row
        for step in path {
            guard let next = try destination(of: step, from: row) else { return nil }
            row = next
        }
        return row
    }
}
