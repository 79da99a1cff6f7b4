#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Which thread something is done by.
struct ThreadIdentity: @unchecked Sendable {  // safe: it is only compared.
    private let thread = pthread_self()

    /// The thread that makes it.
    init() {}

    /// Whether it is the calling thread.
    var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
