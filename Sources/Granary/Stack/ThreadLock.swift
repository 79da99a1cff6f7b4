#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A lock with a condition to wait for, for threads that block.
///
/// `Mutex` has no condition; this is the pair of the threads library, at an address that does not move.
final class ThreadLock: @unchecked Sendable {  // safe: both pointers are constant and made for sharing
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Takes the lock, which is not recursive.
    func lock() { pthread_mutex_lock(mutex) }

    /// Gives the lock back.
    func unlock() { pthread_mutex_unlock(mutex) }

    /// Gives the lock back, waits for a signal, and takes the lock again; it may return without a signal.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// Wakes one thread that waits.
    func signal() { pthread_cond_signal(condition) }

    /// Wakes all threads that wait.
    func broadcast() { pthread_cond_broadcast(condition) }
}
