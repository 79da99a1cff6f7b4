#if HTTP
    import Synchronization

    /// A clock that stands still until a test lets the time of all sleepers pass.
    final class HeldClock: Clock {
        struct Instant: InstantProtocol {
            var elapsed = Duration.zero
            func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
            func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
            static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
        }

        private struct State {
            var now = Instant()
            var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
            var cancelled: Set<Int> = []
            var number = 0
        }

        private let state = Mutex(State())
        var now: Instant { state.withLock { $0.now } }
        var minimumResolution: Duration { .nanoseconds(1) }
        /// How many tasks sleep.
        var sleepers: Int { state.withLock { $0.sleepers.count } }

        /// Lets time pass.
        func advance(by duration: Duration) {
            let woken = state.withLock { state in
                state.now = state.now.advanced(by: duration)
                let woken = state.sleepers.filter { $0.value.until <= state.now }
                for number in woken.keys { state.sleepers[number] = nil }
                return woken.values.map(\.continuation)
            }
            for continuation in woken { continuation.resume() }
        }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            let number = state.withLock { state in
                state.number += 1
                return state.number
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    (continuation: CheckedContinuation<Void, any Error>) in
                    let isOver = state.withLock { state -> Result<Void, any Error>? in
                        if state.cancelled.contains(number) { return .failure(CancellationError()) }
                        if deadline <= state.now { return .success(()) }
                        state.sleepers[number] = (deadline, continuation)
                        return nil
                    }
                    if let isOver { continuation.resume(with: isOver) }
                }
            } onCancel: {
                let sleeper = state.withLock { state in
                    state.cancelled.insert(number)
                    return state.sleepers.removeValue(forKey: number)
                }
                sleeper?.continuation.resume(throwing: CancellationError())
            }
        }
    }
#endif
