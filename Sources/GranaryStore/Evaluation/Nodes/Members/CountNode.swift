/// How many objects of a relationship to many satisfy a condition.
final class CountNode: ValueNode {
    private let members: MemberSet

    init(of members: MemberSet) { self.members = members }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        var count: Int64 = 0
        try members.forEach(from: row, in: source) { _, _ in
            count += 1
            return true
        }
        return .integer(count)
    }
}
