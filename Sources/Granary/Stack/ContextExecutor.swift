/// A thread of its own for an actor that keeps a context.
///
/// Calls of an engine block. On one of Swift's own threads they would hold up other tasks; an actor that runs on this
/// executor holds up nobody else:
///
/// ```swift
/// actor Inventory {
///     private let executor = ContextExecutor()
///     private let context: ManagedContext
///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///
///     init(_ stack: PersistentStack) throws { context = try stack.makeContext() }
/// }
/// ```
///
/// May be used from any thread. The thread is started with the first work and ends after the executor has gone and all
/// its work is done.
public final class ContextExecutor: SerialExecutor {
    private let pool: WorkerPool

    /// Makes an executor; no thread is started yet.
    ///
    /// - Parameter name: what the thread is called; the system keeps the first fifteen bytes.
    public init(name: String = "granary-actor") { pool = WorkerPool(size: 1, name: name) }

    /// Takes a piece of an actor's work.
    ///
    /// Where the system refuses the thread, it is done on the thread of the caller: work that is lost would leave its
    /// task waiting for ever.
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
