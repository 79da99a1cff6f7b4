import Granary

/// Lets one call through at a time, such as of an authenticator; a call that comes back to its own gate fails.
final class CallGate: Sendable {
    /// The gates that the present task is behind.
    @TaskLocal private static var passed: Set<ObjectIdentifier> = []

    private let isBusy = WatchedState(false)

    /// Throws inside of a call that this gate has let through.
    ///
    /// - Throws: ``GranaryError/Code/unsupported``.
    func requireOutside() throws {
        if Self.passed.contains(ObjectIdentifier(self)) { throw GranaryError.callsBack }
    }

    /// Waits until no other call is on its way, and makes one.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``; ``GranaryError/Code/unsupported`` inside of such a call; what the
    ///   closure throws.
    func run<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        try requireOutside()
        try await enter()
        defer { isBusy.change { $0 = false } }
        return try await Self.$passed.withValue(Self.passed.union([ObjectIdentifier(self)])) {
            try await body()
        }
    }

    private func enter() async throws {
        while true {
            let isMine = isBusy.withLock { isBusy in
                defer { isBusy = true }
                return !isBusy
            }
            if isMine { return }
            await isBusy.wait { $0 }
            if Task.isCancelled { throw Cancellation.error }
        }
    }
}
