/// The queues in which the actions of a stack wait.
///
/// A suspended queue starts no action; running ones continue. Suspending twice is the same as once. Can be used from
/// any thread.
public struct ActionQueues: Sendable {
    let scheduler: ActionScheduler

    /// Suspends every queue, including those that have not been used yet.
    public func suspend() { scheduler.set(isSuspended: true, nil) }

    /// Suspends one queue.
    public func suspend(_ queue: ActionQueue) { scheduler.set(isSuspended: true, queue) }

    /// Resumes every queue, including those that were suspended individually.
    public func resume() { scheduler.set(isSuspended: false, nil) }

    /// Resumes one queue, even if all were suspended.
    public func resume(_ queue: ActionQueue) { scheduler.set(isSuspended: false, queue) }

    /// Whether a queue is suspended; never waits.
    public func isSuspended(_ queue: ActionQueue) -> Bool { scheduler.isSuspended(queue) }
}
