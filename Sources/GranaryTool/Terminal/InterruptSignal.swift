import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Turns the signal by which a user interrupts a program (SIGINT) into a call.
enum InterruptSignal {
    /// Runs a body; meanwhile the signal calls `interrupt` instead of ending the process.
    static func during<R>(_ interrupt: @escaping @Sendable () -> Void, _ body: () async throws -> R)
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
