public import Synchronization

/// What another thread sets to interrupt the running call of a session.
///
/// For stores that work in Swift and look at it between rows; so it can be looked at without a call.
@usableFromInline package final class InterruptFlag: Sendable {
    @usableFromInline let isRaised = Atomic<Bool>(false)

    /// Makes a flag that is lowered.
    @usableFromInline package init() {}

    /// Asks the running call to end.
    package func raise() { isRaised.store(true, ordering: .relaxed) }

    /// Forgets what was asked before the call that begins now.
    package func lower() { isRaised.store(false, ordering: .relaxed) }

    /// Ends the call if that was asked.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``.
    @inlinable package func check() throws {
        if isRaised.load(ordering: .relaxed) { throw Self.interruption }
    }

    @usableFromInline static var interruption: GranaryError {
        GranaryError(.cancelled, "The work was interrupted; nothing of the running call was kept.")
    }
}
