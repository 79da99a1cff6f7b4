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
