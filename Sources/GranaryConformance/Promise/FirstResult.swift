import Synchronization

/// Hands the first of several results to the one who waits, and drops the others.
final class FirstResult: Sendable {
    typealias Outcome = Result<Void, ConformanceFailure>
    private let waiting: Mutex<CheckedContinuation<Outcome, Never>?> = Mutex(nil)

    /// Notes who waits; called once, before any result is there.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        waiting.withLock { $0 = continuation }
    }

    /// Takes a result.
    func take(_ outcome: Outcome) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: outcome)
    }
}
