/// The objects of a relationship to many at the end of a path for which a condition holds.
struct MemberSet: Sendable {
    private let path: [Relationship]
    private let members: Relationship
    private let condition: any EvaluationNode

    init(_ path: [Relationship], _ members: Relationship, _ condition: any EvaluationNode) {
        self.path = path
        self.members = members
        self.condition = condition
    }

    /// Calls the closure with each of them, in any order; with none where the path ends early.
    ///
    /// A row may be used only until the closure returns.
    func forEach(
        from row: any EvaluationRow, in source: any EvaluationSource,
        _ body: (any EvaluationRow) throws -> Void
    ) throws {
        guard let owner = try source.end(of: path, from: row) else { return }
        try source.forEachMember(of: members, from: owner) { member in
            if try condition.holds(on: member, in: source) { try body(member) }
            return true
        }
    }
}
