import Synchronization

/// Work for a thread of a pool, whose outcome is waited for: it is carried out or withdrawn, whichever comes first.
final class WorkItem<Output: Sendable>: Sendable {
    private struct Pending: Sendable {
        let body: @Sendable () throws -> Output
        let receive: @Sendable (Result<Output, any Error>) -> Void
    }

    /// The closure to run, until a thread has taken it.
    private let pending: Mutex<Pending?>

    /// Makes work whose output, or error, the second closure gets.
    init(
        _ body: @escaping @Sendable () throws -> Output,
        then receive: @escaping @Sendable (Result<Output, any Error>) -> Void
    ) {
        pending = Mutex(Pending(body: body, receive: receive))
    }

    /// Carries the work out, unless it was withdrawn.
    func carryOut() {
        guard let taken = take() else { return }
        taken.receive(Result(catching: taken.body))
    }

    /// Hands an error on and releases the work, unless it has begun.
    func withdraw(_ error: any Error) { take()?.receive(.failure(error)) }

    private func take() -> Pending? {
        pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
    }
}
