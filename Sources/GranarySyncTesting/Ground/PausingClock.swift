import Synchronization

/// A clock whose pauses end at once, or when a test says so.
final class PausingClock: Clock {
    struct Instant: InstantProtocol {
        var elapsed = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let recorded = Mutex<[Duration]>([])
    private let wait: @Sendable () async -> Void

    init(_ wait: @escaping @Sendable () async -> Void = {}) { self.wait = wait }

    var waits: [Duration] { recorded.withLock { $0 } }
    var now: Instant { Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        recorded.withLock { $0.append(deadline.elapsed) }
        await wait()
        try Task.checkCancellation()
    }
}
