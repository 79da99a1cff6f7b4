#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The identity of a thread.
package struct ThreadIdentity: @unchecked Sendable {  // safe: it is only compared.
    private let thread = pthread_self()

    /// The calling thread.
    package init() {}

    /// Whether it is the calling thread.
    package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
