import Synchronization

/// Runs a closure as a task on the calling thread, so that `Task.isCancelled` in it says whether the task is
/// cancelled.
///
/// A thread of a pool runs no task by itself. The task has no task-local values, and ends with the closure.
package enum ThreadTask {
    /// Runs a closure on the calling thread, as a task that is cancelled with a cancellation.
    ///
    /// Costs a task: about half a microsecond.
    ///
    /// - Throws: the closure's error; ``GranaryError/Code/unavailable`` if Swift's runtime has not passed the task to this
    ///   thread, in which case nothing is known of the closure.
    package static func run<R: Sendable>(
        until cancellation: Cancellation, _ body: @escaping @Sendable () throws -> R
    ) throws -> R {
        let executor = CallingThread()
        nonisolated(unsafe) var outcome: Result<R, any Error>?  // safe: written on this thread.
        let task = Task<Void, Never>(executorPreference: executor) { outcome = Result(catching: body) }
        do {
            try cancellation.add { task.cancel() }
        } catch {
            // The job has to run all the same: one that is dropped is never freed. The closure finds out by itself.
            task.cancel()
        }
        executor.runJobs()
        guard let outcome else {
            throw GranaryError(
                .unavailable, "A unit of work was not started on its thread. Try it again, or report it.")
        }
        return try outcome.get()
    }
}

/// Takes the jobs of a task that the calling thread then runs.
private final class CallingThread: TaskExecutor {
    private let next = Mutex<UnownedJob?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        next.withLock { $0 = job }
    }

    /// Runs the jobs that were taken.
    func runJobs() {
        while let job = next.withLock({ $0.take() }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
