import Granary

/// A clock that stands still until a promise moves it.
package final class HandClock: Clock {
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

    private struct State {
        var now = Instant()
        /// When each of those who sleep wants to be woken.
        var deadlines: [Int: Instant] = [:]
        var lastSleeper = 0
    }

    private let state = WatchedState(State())

    /// Makes a clock that stands at zero.
    package init() {}

    /// The time that it was moved to.
    package var now: Instant { state.withLock { $0.now } }
    /// A nanosecond.
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// Moves the clock on, and wakes those whose time has come.
    package func advance(by duration: Duration) {
        state.change { $0.now = $0.now.advanced(by: duration) }
    }

    /// Waits until somebody sleeps who is to be woken after a time from now, and nobody sooner.
    package func nextWaking(after duration: Duration) async {
        await state.wait { state in
            state.deadlines.values.min() != state.now.advanced(by: duration)
        }
    }

    /// Whether nobody sleeps.
    package var isIdle: Bool { state.withLock { $0.deadlines.isEmpty } }

    /// Sleeps until the clock was moved so far.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.change { state in
            state.lastSleeper += 1
            state.deadlines[state.lastSleeper] = deadline
            return state.lastSleeper
        }
        await state.wait { $0.now < deadline }
        state.change { $0.deadlines[number] = nil }
        try Task.checkCancellation()
    }
}
