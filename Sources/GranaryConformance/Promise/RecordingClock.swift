import Synchronization

/// A clock that does not run by itself, counts the requested waits, and ends each at once or when a test says so.
package final class RecordingClock: Clock {
    /// A time of the clock.
    package struct Instant: InstantProtocol {
        var elapsed = Duration.zero

        /// A later time.
        package func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        /// How long it is to another time.
        package func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        /// Whether a time is before another one.
        package static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let time = Mutex(Instant())
    private let recorded = Mutex<(waits: [Duration], elapsed: Duration)>(([], .zero))
    /// How far it advances each time it is read.
    private let step: Duration
    /// Runs in place of each wait.
    private let wait: @Sendable () async throws -> Void

    /// Makes a clock that stands at zero; it advances by a step each time that it is read, and runs a body in place of each
    /// wait.
    package init(step: Duration = .zero, _ wait: @escaping @Sendable () async throws -> Void = {}) {
        self.step = step
        self.wait = wait
    }

    /// Moves the clock on.
    package func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    /// How long it has been asked to wait.
    package var waits: [Duration] { recorded.withLock { $0.waits } }

    /// All requested waits together.
    package var elapsed: Duration { recorded.withLock { $0.elapsed } }

    /// A nanosecond.
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// The time; each look moves it on by the step.
    package var now: Instant {
        time.withLock { time in
            time = time.advanced(by: step)
            return time
        }
    }

    /// Notes the wait, and runs the body in its place.
    ///
    /// - Throws: what the body throws; `CancellationError`.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let length = time.withLock { $0.duration(to: deadline) }
        recorded.withLock { state in
            state.waits.append(length)
            state.elapsed += length
        }
        try await wait()
        try Task.checkCancellation()
    }
}
