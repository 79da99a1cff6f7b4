/// A session that prepares a commit and finishes it later, so that a save to several stores can check all of them
/// before any commits.
public protocol StagingSession: StoreSession {
    /// Applies a change set and checks everything that can be checked, without making it visible to others.
    ///
    /// If it returns without conflicts, ``finishStaged()`` or ``abandonStaged()`` follows, and other commits to the
    /// store wait until then. With conflicts, or if it throws, nothing is staged.
    func stage(_ changes: ChangeSet) throws -> CommitResult
    /// Makes the staged save durable and visible.
    func finishStaged() throws
    /// Discards the staged save.
    func abandonStaged()
}

extension StagingSession {
    /// Stages a change set, and finishes it if there are no conflicts.
    public func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try stage(changes)
        if result.conflicts.isEmpty { try finishStaged() }
        return result
    }

    /// The error for staging while something is staged.
    package static var alreadyStaged: GranaryError {
        GranaryError(
            .invalidObject, "A save is staged in this session; finish or abandon it before another one.")
    }
}
