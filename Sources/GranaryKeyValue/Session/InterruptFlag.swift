internal import Granary
internal import Synchronization

/// What another thread sets to interrupt the running call of a session.
final class InterruptFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    /// Asks the running call to end.
    func raise() { isRaised.store(true, ordering: .relaxed) }

    /// Forgets what was asked before the call that begins now.
    func lower() { isRaised.store(false, ordering: .relaxed) }

    /// Ends the call if that was asked.
    ///
    /// - Throws: `GranaryError.Code.cancelled`.
    @inline(__always) func check() throws {
        if isRaised.load(ordering: .relaxed) {
            throw GranaryError(.cancelled, "The work was interrupted; nothing of the running call was kept.")
        }
    }
}
