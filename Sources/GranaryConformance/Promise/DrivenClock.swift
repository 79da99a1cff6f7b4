import Granary

/// A clock that stands still until a test moves it, and that knows who sleeps.
package final class DrivenClock: Clock {
    /// A time of the clock.
    package struct Instant: InstantProtocol {
        /// How long the clock has run.
        package var elapsed = Duration.zero

        /// A later time.
        package func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        /// How long it is to another time.
        package func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        /// Whether a time is before another one.
        package static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var cancelled: Set<Int> = []
        var number = 0
    }

    private let state = WatchedState(State())

    /// Makes a clock that stands at zero.
    package init() {}

    /// The time that a test has moved it to.
    package var now: Instant { state.withLock { $0.now } }
    /// A nanosecond.
    package var minimumResolution: Duration { .nanoseconds(1) }
    /// When those who sleep want to be woken.
    package var sleepers: [Duration] { state.withLock { $0.sleepers.values.map(\.until.elapsed) } }

    /// Whether nobody sleeps.
    package var isIdle: Bool { sleepers.isEmpty }

    /// Waits until somebody sleeps who is to be woken after a time from now, and nobody sooner.
    package func nextWaking(after duration: Duration) async {
        await state.wait { state in
            state.sleepers.values.map(\.until).min() != state.now.advanced(by: duration)
        }
    }

    /// Moves the clock to a time, never back, and wakes those whose time has come.
    package func advance(to time: Duration) { advance { max($0, time) } }

    /// Lets some time pass, and wakes those whose time has come.
    package func advance(by duration: Duration) { advance { $0 + duration } }

    private func advance(_ move: (Duration) -> Duration) {
        let woken = state.change { state in
            state.now = Instant(elapsed: move(state.now.elapsed))
            let woken = state.sleepers.filter { $0.value.until <= state.now }
            for number in woken.keys { state.sleepers[number] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume(returning: true) }
    }

    /// Sleeps until a test has moved the clock so far.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let isOver = await withTaskCancellationHandler {
            await slept(number, until: deadline)
        } onCancel: {
            let sleeper = state.change { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }

    /// Sleeps on when the task is cancelled.
    package func sleepSoundly(for duration: Duration) async {
        let (number, deadline) = state.withLock { state in
            state.number += 1
            return (state.number, state.now.advanced(by: duration))
        }
        _ = await slept(number, until: deadline)
    }

    /// Whether the time came before the sleeper was cancelled.
    private func slept(_ number: Int, until deadline: Instant) async -> Bool {
        await withCheckedContinuation { continuation in
            let isOver = state.change { state -> Bool? in
                if state.cancelled.contains(number) { return false }
                if deadline <= state.now { return true }
                state.sleepers[number] = (deadline, continuation)
                return nil
            }
            if let isOver { continuation.resume(returning: isOver) }
        }
    }
}
