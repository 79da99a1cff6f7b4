/// Whether any, all or none of the objects of a relationship to many satisfy a condition.
final class QuantifierNode: ConditionNode {
    private let quantifier: ExpressionTree.Quantifier
    private let path: [Relationship]
    private let members: Relationship
    private let condition: any EvaluationNode
    private let namesOuter: Bool

    init(
        _ quantifier: ExpressionTree.Quantifier, _ path: [Relationship], _ members: Relationship,
        _ condition: any EvaluationNode, namesOuter: Bool
    ) {
        self.quantifier = quantifier
        self.path = path
        self.members = members
        self.condition = condition
        self.namesOuter = namesOuter
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard let owner = try source.end(of: path, from: row) else { return quantifier != .any }
        // “All” looks for one that does not satisfy the condition, the others for one that does.
        let decisive = quantifier != .all
        var isFound = false
        let inside = namesOuter ? MemberSource(of: row, in: source) : source
        try source.forEachMember(of: members, from: owner) { member in
            isFound = try condition.holds(on: member, in: inside) == decisive
            return !isFound
        }
        return isFound == (quantifier == .any)
    }
}
