/// One opening of the stores of a stack that rests: all uses that come until it ends wait for it, and share its
/// error.
final class WakeUp: Sendable {
    private let outcome = WatchedState<Result<Void, any Error>?>(nil)

    /// Ends it with its outcome.
    func end(with result: Result<Void, any Error>) { outcome.change { $0 = result } }

    /// Waits for its end, without a thread; a caller that is cancelled leaves it to the others.
    ///
    /// - Throws: the error of a store that cannot be opened; ``GranaryError/Code/cancelled``.
    nonisolated(nonsending) func finished() async throws {
        await outcome.wait { $0 == nil }
        guard let result = outcome.withLock({ $0 }) else { throw Cancellation.error }
        try result.get()
    }
}
