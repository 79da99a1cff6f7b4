/// Runs the commits of contexts that the program keeps on threads that may block.
package protocol CommitWorker: Sendable {
    /// Runs a commit with a hold on the stores that are open when it begins; waits while they may not be written to.
    ///
    /// Cancelling the task withdraws a commit that has not begun, and interrupts the engine call of one that has. The
    /// caller's actor stays free.
    ///
    /// - Throws: errors of the commit; ``GranaryError/Code/closed`` if no stores are open;
    ///   ``GranaryError/Code/cancelled``.
    nonisolated(nonsending) func run<R: Sendable>(
        _ commit: @escaping @Sendable (StoreHold, Cancellation) throws -> R
    ) async throws -> R
}
