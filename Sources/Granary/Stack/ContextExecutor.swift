/// A dedicated thread for an actor that keeps a context.
///
/// Engine calls block. On a thread of Swift's cooperative pool they would delay other tasks; an actor on this executor
/// delays only itself:
///
/// ```swift
/// actor Inventory {
///     private let executor = ContextExecutor()
///     private let context: Context
///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///
///     init(_ stack: PersistentStack) throws { context = try stack.makeContext() }
/// }
/// ```
///
/// Can be used from any thread. The first job starts the thread, which ends once the executor is deallocated and all
/// jobs are done.
public final class ContextExecutor: SerialExecutor {
    private let pool: WorkerPool

    /// Makes an executor; no thread is started yet.
    ///
    /// - Parameter name: the thread's name; the system keeps the first fifteen bytes.
    public init(name: String = "granary-actor") { pool = WorkerPool(size: 1, name: name) }

    /// Runs a job of an actor on the executor's thread.
    ///
    /// If the system refuses a thread, the job runs on the caller's thread: a lost job would leave its task waiting
    /// forever.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        do {
            try pool.submit { job.runSynchronously(on: executor) }
        } catch {
            job.runSynchronously(on: executor)
        }
    }
}
