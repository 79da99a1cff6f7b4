import Synchronization

/// Passes the first of several results to a waiting task, and drops the others.
final class FirstResult: Sendable {
    typealias Outcome = Result<Void, ConformanceFailure>
    private let waiting: Mutex<CheckedContinuation<Outcome, Never>?> = Mutex(nil)

    /// Registers the waiting task; called once, before any result.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        waiting.withLock { $0 = continuation }
    }

    /// Delivers a result.
    func take(_ outcome: Outcome) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: outcome)
    }
}
