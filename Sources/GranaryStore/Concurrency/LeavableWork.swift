/// Work of others that may never end, and that a waiting task can leave.
package enum LeavableWork {
    /// Runs work in a separate task, and waits for it; when the caller's task is cancelled, the work is too, and the
    /// caller does not wait for its end.
    ///
    /// - Throws: what the work throws; ``GranaryError/Code/cancelled``.
    package nonisolated(nonsending) static func run<R: Sendable>(
        _ work: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        // A task that has ended already begins nothing that nobody would wait for.
        if Task.isCancelled { throw Cancellation.error }
        let result = WatchedState<Result<R, any Error>?>(nil)
        let task = Task {
            let outcome: Result<R, any Error>
            do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            result.change { $0 = outcome }
        }
        await result.wait { $0 == nil }
        if let result = result.withLock({ $0 }) { return try result.get() }
        task.cancel()
        throw Cancellation.error
    }
}
