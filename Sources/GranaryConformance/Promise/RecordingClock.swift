import Synchronization

/// A clock that does not run by itself, counts the requested waits, and never waits.
final class RecordingClock: Clock {
    struct Instant: InstantProtocol {
        var elapsed = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let time = Mutex(Instant())
    private let recorded: Mutex<[Duration]> = Mutex([])
    /// How far it advances each time it is read.
    private let step: Duration
    /// Runs in place of each wait.
    private let wait: @Sendable () async throws -> Void

    init(step: Duration = .zero, _ wait: @escaping @Sendable () async throws -> Void = {}) {
        self.step = step
        self.wait = wait
    }

    /// Moves the clock on.
    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    /// How long it has been asked to wait.
    var waits: [Duration] { recorded.withLock { $0 } }

    var minimumResolution: Duration { .nanoseconds(1) }

    var now: Instant {
        time.withLock { time in
            time = time.advanced(by: step)
            return time
        }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let length = time.withLock { $0.duration(to: deadline) }
        recorded.withLock { $0.append(length) }
        try await wait()
        try Task.checkCancellation()
    }
}
