/// The row that is not there: every column is null, every relationship is empty.
final class NullRow: EvaluationRow, EvaluationSource, Sendable {
    static let shared = NullRow()

    func value(at column: Int) -> Value { .null }

    func destination(of step: Relationship, from row: any EvaluationRow) -> (any EvaluationRow)? { nil }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) {}
}
