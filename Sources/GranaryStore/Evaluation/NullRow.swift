/// A missing row: every column is null, every relationship is empty.
package final class NullRow: EvaluationRow, EvaluationSource, Sendable {
    /// The only instance.
    package static let shared = NullRow()

    package func value(at column: Int) -> Value { .null }

    package func destination(of step: Relationship, from row: any EvaluationRow) -> (any EvaluationRow)? {
        nil
    }

    package func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) {}
}
