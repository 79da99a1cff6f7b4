/// One row that expressions are evaluated on.
///
/// Used by one thread at a time, unless the type says otherwise.
package protocol EvaluationRow: AnyObject {
    /// The value in a column, by the column's position in its entity.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` when the stored value is of another kind.
    func value(at column: Int) throws -> Value

    /// The same for those that need an integer.
    ///
    /// Throws as ``value(at:)`` does.
    func integer(at column: Int) throws -> FoundInteger
}

extension EvaluationRow {
    /// The value's.
    package func integer(at column: Int) throws -> FoundInteger { FoundInteger(try value(at: column)) }
}

extension EvaluationSource {
    package func value(at column: Int, through step: Relationship, from row: any EvaluationRow) throws
        -> Value
    {
        try destination(of: step, from: row)?.value(at: column) ?? .null
    }
}
