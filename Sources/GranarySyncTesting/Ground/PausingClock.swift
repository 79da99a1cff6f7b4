import Synchronization

/// A clock whose pauses end at once, or when a test says so.
final class PausingClock: Clock {
    struct Instant: InstantProtocol {
        var elapsed = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let recorded = Mutex<(waits: [Duration], elapsed: Duration)>(([], .zero))
    private let wait: @Sendable () async -> Void

    init(_ wait: @escaping @Sendable () async -> Void = {}) { self.wait = wait }

    var waits: [Duration] { recorded.withLock { $0.waits } }
    /// All pauses together.
    var elapsed: Duration { recorded.withLock { $0.elapsed } }
    var now: Instant { Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        recorded.withLock { state in
            state.waits.append(deadline.elapsed)
            state.elapsed += deadline.elapsed
        }
        await wait()
        try Task.checkCancellation()
    }
}
