import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes a call of the signal by which a user interrupts a program (SIGINT).
package enum InterruptSignal {
    /// Runs a body; until it ends, the signal calls `interrupt` instead of ending the process.
    package static func during<R>(_ interrupt: @escaping @Sendable () -> Void, _ body: () async throws -> R)
        async rethrows -> R
    {
        let before = signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler(handler: interrupt)
        source.resume()
        defer {
            source.cancel()
            signal(SIGINT, before)
        }
        return try await body()
    }
}
