import Synchronization

/// Passes the first of several results to a waiting task, and drops the others.
package final class FirstResult: Sendable {
    /// What a promise ends with.
    package typealias Outcome = Result<Void, ConformanceFailure>
    private let waiting: Mutex<CheckedContinuation<Outcome, Never>?> = Mutex(nil)

    /// Makes one that nobody waits for yet.
    package init() {}

    /// Registers the waiting task; called once, before any result.
    package func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        waiting.withLock { $0 = continuation }
    }

    /// Delivers a result.
    package func take(_ outcome: Outcome) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: outcome)
    }
}
