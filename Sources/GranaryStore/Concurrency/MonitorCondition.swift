#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A condition that threads wait for under the lock of a ``Monitor``.
final class MonitorCondition: @unchecked Sendable {  // safe: it is thread-safe.
    let pointer = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(pointer, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(pointer)
        pointer.deallocate()
    }

    /// Wakes one waiting thread, if there is one.
    func wakeOne() { pthread_cond_signal(pointer) }
}
