import Synchronization

/// Work that a task waits for: it is carried out or withdrawn, whichever comes first.
final class WorkItem<Output: Sendable>: Sendable {
    private struct Pending: Sendable {
        let body: @Sendable () throws -> Output
        let continuation: UnsafeContinuation<Output, any Error>
    }

    /// What is to be done, until somebody has taken it.
    private let pending: Mutex<Pending?>

    /// Makes work whose output, or error, the continuation gets.
    init(
        _ body: @escaping @Sendable () throws -> Output, _ continuation: UnsafeContinuation<Output, any Error>
    ) {
        pending = Mutex(Pending(body: body, continuation: continuation))
    }

    /// Carries the work out, unless it was withdrawn.
    func carryOut() {
        guard let taken = take() else { return }
        taken.continuation.resume(with: Result(catching: taken.body))
    }

    /// Gives the waiting task an error and lets go of the work, unless it has begun.
    func withdraw(_ error: any Error) { take()?.continuation.resume(throwing: error) }

    private func take() -> Pending? {
        pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
    }
}
