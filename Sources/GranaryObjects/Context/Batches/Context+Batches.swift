extension Context {
    /// Changes every object of a query at once, in one atomic commit, and returns their number.
    ///
    /// It commits immediately, without a save, and needs a context without unsaved changes. If others change rows at
    /// the same time, it checks those again. Objects of this context are read again, other contexts are notified, and
    /// the requirements of ``require(unchanged:)`` are checked. Nothing is written for objects that have the values
    /// already; they count. It makes no objects: memory grows only with the keys and new values of the rows. In a child
    /// the objects of the parent change. Rules of the model are checked, and no hooks are called.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` when there are unsaved changes or a stream is open;
    ///   ``GranaryError/Code/query`` for a primary key, and for a property set twice; ``GranaryError/Code/constraint``;
    ///   ``GranaryError/Code/validation``; the errors of a save. Nothing is written then.
    @discardableResult
    public func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int {
        try batches.updateAll(query, assigning: assignments)
    }
    /// Deletes every object of a query at once, in one atomic commit, and returns their number.
    ///
    /// Delete rules apply as in ``delete(_:)``; the objects they reach are in the same commit and do not count. Objects
    /// are loaded only where the model has rules that concern other objects. Everything else is as in
    /// ``updateAll(_:assigning:)``.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` when there are unsaved changes or a stream is open;
    ///   ``GranaryError/Code/constraint`` when a rule denies it; the errors of a save. Nothing is written then.
    @discardableResult
    public func deleteAll<M: Model>(_ query: Query<M>) throws -> Int { try batches.deleteAll(query) }

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
