#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Lets one session commit at a time, from the first check to the end, also across several calls.
package final class CommitGate: @unchecked Sendable {  // lock: `mutex` guards `isTaken`
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isTaken = false

    /// Makes an open gate.
    package init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Waits until nobody else commits, for some seconds at most.
    ///
    /// - Throws: ``GranaryError/Code/locked`` when the time has passed.
    package func enter(seconds: Int) throws {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += seconds
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while isTaken {
            guard pthread_cond_timedwait(condition, mutex, &deadline) == 0 || !isTaken else {
                throw GranaryError(
                    .locked,
                    "Another save of this store did not end within \(seconds) seconds; try the unit of work again."
                )
            }
        }
        isTaken = true
    }

    /// Lets the next one in.
    package func leave() {
        pthread_mutex_lock(mutex)
        isTaken = false
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(condition)
    }
}
