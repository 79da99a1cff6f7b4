extension Context {
    /// Changes every object of a query at once, in one atomic commit, and returns their number.
    ///
    /// ```swift
    /// try context.updateAll(Player.where { $0.score < 10 }) {
    ///     $0.score.set(to: $0.score + 1)
    ///     $0.name.set(to: "beginner")
    /// }
    /// ```
    ///
    /// It behaves and throws as ``updateAll(_:assigning:)``.
    @discardableResult
    public func updateAll<M: Model>(
        _ query: Query<M>, @AssignmentBuilder<M> _ assignments: (M.Fields) -> [Assignment<M>]
    ) throws -> Int { try updateAll(query, assigning: assignments(M.fields)) }
}
