/// A bounded number of threads that may block: units of work run on them, so that they never hold up the cooperative
/// threads of Swift's own concurrency.
///
/// Work is taken in the order it was submitted; with one thread it is also carried out in that order. Threads are
/// started when there is work and none is idle, up to the size of the pool, and then wait for more. Work runs outside
/// any actor and any task: it does not see task-local values, and cancelling a task does not reach it. All methods may
/// be called from any thread, even from work itself.
///
/// A pool that is released without ``shutdown()`` still carries out the submitted work, and its threads then end.
///
/// Several pools can share their threads, which then end with the last one.
@usableFromInline package final class WorkerPool: Sendable {
    private let queue: WorkerQueue
    private let share: WorkerShare

    /// Makes a pool; no thread is started yet.
    ///
    /// - Parameters:
    ///   - size: how many threads there are at most; less than one counts as one.
    ///   - name: the name of the threads; the system keeps the first fifteen bytes.
    ///   - waits: gets a report of work that has waited for a thread for more than a second.
    package init(size: Int, name: String, waits: LongWaits? = nil) {
        (queue, share) = Self.share(of: WorkerQueue(size: max(1, size), name: name, waits: waits))
    }

    /// Makes a pool with the threads of another one, or with as many new ones if those have ended.
    package init(sharing other: WorkerPool) { (queue, share) = Self.share(of: other.queue) }

    private static func share(of queue: WorkerQueue) -> (WorkerQueue, WorkerShare) {
        var queue = queue
        while true {
            // A new queue has not ended.
            if let share = queue.makeShare() { return (queue, share) }
            queue = queue.makeLike()
        }
    }

    deinit { queue.close(share) }

    /// How many threads there are at most.
    package var size: Int { queue.size }

    /// Submits work for one of the threads and returns at once.
    ///
    /// - Throws: ``GranaryError/Code/closed`` after ``shutdown()``; ``GranaryError/Code/unavailable`` when
    ///   the system refuses the pool its first thread. The work is not carried out then.
    @usableFromInline package func submit(_ work: @escaping @Sendable () -> Void) throws(GranaryError) {
        try queue.submit(work, of: share)
    }

    /// Runs the body on one of the threads and returns its result, or throws its error.
    ///
    /// The caller's actor stays free. Throws also as ``submit(_:)`` does, and ``GranaryError/Code/cancelled`` at once
    /// when it is cancelled while it waits for a thread; the body is not carried out then.
    @inlinable package nonisolated(nonsending) func run<R: Sendable>(
        until cancellation: Cancellation? = nil, _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<R, any Error>) in
            begin(until: cancellation, body) { continuation.resume(with: $0) }
        }
    }

    /// Runs the body on one of the threads, and calls a closure with its result or error; returns at once.
    ///
    /// The closure also gets the errors that ``run(until:_:)`` throws, on the thread that cancels or calls this.
    @inlinable package func begin<R: Sendable>(
        until cancellation: Cancellation?, _ body: @escaping @Sendable () throws -> R,
        then receive: @escaping @Sendable (Result<R, any Error>) -> Void
    ) {
        let item = WorkItem(body, then: receive)
        do {
            try cancellation?.add { item.withdraw(Cancellation.error) }
            try submit { item.carryOut() }
        } catch {
            item.withdraw(error)
        }
    }

    /// Takes no more work, waits until all that was submitted is done, and ends the threads, unless others share them.
    ///
    /// Any number of calls may be made; each returns when that has happened. Called by work on a thread of this pool, it
    /// does not wait, since that thread cannot end before the call returns.
    package func shutdown() { queue.shutdown(share) }

    /// Shuts down like ``shutdown()`` and waits without blocking the caller's thread, so that a task may call it.
    package func finish() async {
        let closer = WorkerPool(size: 1, name: "granary-close")
        do {
            try await closer.run { self.shutdown() }
        } catch {
            // Without a thread to wait on, the only way left is to wait here.
            shutdown()
        }
    }
}
