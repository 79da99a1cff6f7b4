/// The objects of a relationship to many at the end of a path for which a condition holds.
struct MemberSet: Sendable {
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

    /// Calls the closure with each of them, in any order, until it returns false; with none where the path ends early.
    ///
    /// A row may be used only until the closure returns; the source is that of expressions on it.
    func forEach(
        from row: any EvaluationRow, in source: any EvaluationSource,
        _ body: (any EvaluationRow, any EvaluationSource) throws -> Bool
    ) throws {
        guard let owner = try source.end(of: path, from: row) else { return }
        let inside = namesOuter ? MemberSource(of: row, in: source) : source
        try source.forEachMember(of: members, from: owner) { member in
            if let condition, try !condition.holds(on: member, in: inside) { return true }
            return try body(member, inside)
        }
    }
}
