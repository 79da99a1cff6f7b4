/// Deletions of objects to which others have made objects refer meanwhile.
extension SaveRunner {
    /// The deletions that a store has refused because of such objects, as conflicts for the merge policy; none for
    /// another error.
    ///
    /// A row that refers to a deleted one is no conflict of versions: it is new, or this context has never read it.
    /// Where this context wins, the delete rules are applied to it at the next attempt
    /// (Docs/Decisions/deletions-in-conflict.md).
    ///
    /// - Throws: errors of the stores.
    func referredDeletions(_ error: any Error) throws -> [CommitResult.Conflict] {
        guard Self.isOfReferences(error), parent == nil else { return [] }
        try access.beginSnapshot()
        graph.forgetMembers()
        return try graph.deletedOwnersWithMembers().map {
            CommitResult.Conflict(entity: $0.entity.name, key: $0.key)
        }
    }

    /// Whether a store has refused a commit because of a reference to a row that is not there.
    static func isOfReferences(_ error: any Error) -> Bool {
        guard let error = error as? GranaryError else { return false }
        return error.code == .constraint && error.context.constraint == .reference
    }
}
