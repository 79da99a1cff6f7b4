public import Synchronization

/// What another thread sets to interrupt the running call of a session.
///
/// For stores that work in Swift and look at it between rows; so it can be looked at without a call. What is asked
/// stays asked until a call of the session has thrown because of it, so a request that comes just before a call, or
/// between two, is not lost.
@usableFromInline package final class InterruptFlag: Sendable {
    @usableFromInline let request = Atomic<Bool>(false)

    /// Makes a flag that is lowered.
    @usableFromInline package init() {}

    /// Asks the running call to end.
    package func raise() { request.store(true, ordering: .relaxed) }

    /// Whether the running call was asked to end.
    @inlinable package var isRaised: Bool { request.load(ordering: .relaxed) }

    /// Ends the call if that was asked, which is thereby answered.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``.
    @inlinable package func check() throws {
        if isRaised { throw takeError() }
    }

    /// The error for a call that was asked to end, which is thereby answered.
    @usableFromInline package func takeError() -> GranaryError {
        request.store(false, ordering: .relaxed)
        return GranaryError(.cancelled, "The work was interrupted; nothing of the running call was kept.")
    }
}
