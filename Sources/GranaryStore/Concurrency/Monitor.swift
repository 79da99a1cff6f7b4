#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A mutual exclusion lock with one condition to wait for, over POSIX threads.
///
/// The standard library's `Mutex` has no condition to wait on; threads here wait for work, connections and the right to
/// write.
@usableFromInline package final class Monitor: @unchecked Sendable {  // safe: both are thread-safe.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = MonitorCondition()

    /// Makes an unlocked monitor.
    package init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs the body exclusively; the body may ``wait()``.
    // Inlinable, because the pools of backends call it for each session: as a generic function it asks the runtime for
    // metadata of its result.
    @inlinable package func withLock<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R
    {
        lock()
        defer { unlock() }
        return try body()
    }

    @usableFromInline func lock() { pthread_mutex_lock(mutex) }

    @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }

    /// Releases the lock until this thread is woken; only inside ``withLock(_:)``.
    package func wait() { wait(for: condition) }

    /// As ``wait()``, but until the given condition wakes this thread.
    func wait(for condition: MonitorCondition) { pthread_cond_wait(condition.pointer, mutex) }

    /// As ``wait()``, but not past a deadline; false when it has passed.
    package func wait(until deadline: Deadline) -> Bool {
        var time = timespec(tv_sec: deadline.seconds, tv_nsec: deadline.nanoseconds)
        return pthread_cond_timedwait(condition.pointer, mutex, &time) != ETIMEDOUT
    }

    /// Wakes one waiting thread, if there is one.
    package func wakeOne() { condition.wakeOne() }

    /// Wakes every waiting thread; each checks its condition again.
    package func wakeAll() { pthread_cond_broadcast(condition.pointer) }
}
