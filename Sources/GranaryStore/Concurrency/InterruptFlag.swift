public import Synchronization

/// A flag that another thread raises to interrupt the running call of a session.
///
/// Stores written in Swift check it between rows, so the check is inlined. The flag stays raised until a call of the
/// session has thrown because of it, so an interruption just before a call, or between two, is not lost.
@usableFromInline package final class InterruptFlag: Sendable {
    @usableFromInline let request = Atomic<Bool>(false)

    /// Makes a lowered flag.
    @usableFromInline package init() {}

    /// Asks the running call to end.
    package func raise() { request.store(true, ordering: .relaxed) }

    /// Whether the running call was asked to end.
    @inlinable package var isRaised: Bool { request.load(ordering: .relaxed) }

    /// Throws if the flag is raised, and lowers it.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``.
    @inlinable package func check() throws {
        if isRaised { throw consumeError() }
    }

    /// The error of an interrupted call; lowers the flag.
    @usableFromInline package func consumeError() -> GranaryError {
        request.store(false, ordering: .relaxed)
        return GranaryError(.cancelled, "The work was interrupted; nothing of the running call was kept.")
    }
}
