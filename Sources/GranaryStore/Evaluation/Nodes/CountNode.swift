/// How many objects of a relationship to many satisfy a condition.
final class CountNode: ValueNode {
    private let path: [Relationship]
    private let members: Relationship
    private let condition: (any EvaluationNode)?
    private let namesOuter: Bool

    init(
        _ path: [Relationship], _ members: Relationship, _ condition: (any EvaluationNode)?, namesOuter: Bool
    ) {
        self.path = path
        self.members = members
        self.condition = condition
        self.namesOuter = namesOuter
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        guard let owner = try source.end(of: path, from: row) else { return .integer(0) }
        var count: Int64 = 0
        let inside = namesOuter ? MemberSource(of: row, in: source) : source
        try source.forEachMember(of: members, from: owner) { member in
            if try condition?.holds(on: member, in: inside) ?? true { count += 1 }
            return true
        }
        return .integer(count)
    }
}
