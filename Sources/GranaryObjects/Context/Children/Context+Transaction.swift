extension Context {
    /// Runs a closure whose saves become one commit at its end.
    ///
    /// ```swift
    /// try context.transaction { context in
    ///     try context.object(Player.self, 1)?.score -= 5
    ///     try context.save()
    ///     try context.object(Player.self, 2)?.score += 5
    ///     try context.save()
    /// }
    /// ```
    ///
    /// The closure gets a child of this context: its saves check rules and call hooks, and nobody else sees them. In it, a
    /// failed save can be rolled back to the last one, and go on. At the end this context saves everything, by its merge
    /// policy. If the closure or that save throws, all of it is rolled back, also here, as by ``rollback()``. Until the end
    /// this context cannot save. What the closure has not saved is lost, with a notice in the log.
    ///
    /// Objects do not leave the closure, nor get into it: fetch them again by their ``Model/objectID``. Unique values, and
    /// conflicts with others, show at the end. Several stores commit as in ``save()``, provided that each can stage. A
    /// transaction in a transaction, or in another child, ends in its parent.
    ///
    /// - Returns: the closure's result.
    /// - Throws: the closure's error; ``GranaryError/Code/invalidObject`` if this context has unsaved changes, or is read by
    ///   a stream, and inside a hook; ``GranaryError/Code/unsupported`` if one of several stores cannot stage, before
    ///   anything is written; the errors of ``save()``.
    /// - Complexity: as a child's: what the closure reads and writes is in memory twice.
    public func transaction<R>(_ body: (Context) throws -> R) throws -> R {
        try beginTransaction()
        do {
            let result = try runTransaction(body)
            try Save(self, requiringStaging: true).run()
            return result
        } catch {
            rollback()
            throw error
        }
    }

    private func beginTransaction() throws {
        try saves.requireIdle()
        try graph.lookup.errors.throwFirst()
        if access.isStreaming || hasChanges {
            throw GranaryError(
                .invalidObject,
                access.isStreaming
                    ? "A transaction inside `stream` would end the rows that are being read; begin it after the stream."
                    : "A transaction needs a context without unsaved changes, which it could not tell from its own when it fails; save or roll back first."
            )
        }
    }

    private func runTransaction<R>(_ body: (Context) throws -> R) throws -> R {
        var options = ContextOptions.child
        options.strictLoading = saves.options.strictLoading
        options.author = saves.options.author
        let child = makeChild(options)
        saves.isInTransaction = true
        defer {
            saves.isInTransaction = false
            child.close()
        }
        let result = try body(child)
        try child.throwKept()
        child.warnOfForgottenSave()
        return result
    }
}
