public import Synchronization

/// Work for a thread of a pool with a caller that waits for its outcome: it is carried out or withdrawn, whichever
/// comes first.
@usableFromInline final class WorkItem<Output: Sendable>: Sendable {
    @usableFromInline struct Pending: Sendable {
        @usableFromInline let body: @Sendable () throws -> Output
        @usableFromInline let receive: @Sendable (Result<Output, any Error>) -> Void

        @inlinable init(
            body: @escaping @Sendable () throws -> Output,
            receive: @escaping @Sendable (Result<Output, any Error>) -> Void
        ) {
            self.body = body
            self.receive = receive
        }
    }

    /// The closure to run, until a thread has taken it.
    @usableFromInline let pending: Mutex<Pending?>

    /// Makes work that passes its output or error to the second closure.
    @inlinable init(
        _ body: @escaping @Sendable () throws -> Output,
        then receive: @escaping @Sendable (Result<Output, any Error>) -> Void
    ) {
        pending = Mutex(Pending(body: body, receive: receive))
    }

    /// Carries the work out, unless it was withdrawn.
    @inlinable func carryOut() {
        guard let taken = take() else { return }
        taken.receive(Result(catching: taken.body))
    }

    /// Passes an error on and releases the work, unless it has begun.
    @inlinable func withdraw(_ error: any Error) { take()?.receive(.failure(error)) }

    @inlinable func take() -> Pending? {
        pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
    }
}
