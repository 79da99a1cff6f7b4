/// A session that can prepare a commit and finish it later, so that a save touching several stores can check
/// all of them before any of them commits.
public protocol StagingSession: StoreSession {
    /// Carries a change set out and checks everything that can be checked, without making it visible to
    /// others.
    ///
    /// When it returns without conflicts, ``finishStaged()`` or ``abandonStaged()`` follows; with conflicts,
    /// or when it throws, nothing is staged. Other commits to the store wait meanwhile.
    func stage(_ changes: ChangeSet) throws -> CommitResult
    /// Makes what was staged durable and visible.
    func finishStaged() throws
    /// Gives up what was staged.
    func abandonStaged()
}

extension StagingSession {
    /// Stages a change set, and finishes it where nothing is in conflict.
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
