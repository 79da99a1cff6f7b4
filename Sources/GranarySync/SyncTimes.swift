public import FoundationEssentials

/// How long repositories wait before they try again, and by which clocks.
public struct SyncTimes: Sendable {
    /// The longest pause after the first attempt that did not reach the server; it doubles with each further one.
    public var firstPause = Duration.seconds(1)
    /// The longest pause there is.
    public var longestPause = Duration.seconds(300)
    /// How long a process that has stopped without a word keeps others on the same store from sending.
    public var lease = Duration.seconds(30)
    /// Measures the pauses.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// The date, for ``Answer/servedAt`` and for the right to send, which processes on one store pass on.
    public var now: @Sendable () -> Date = { Date() }
    /// The part of a pause that is waited for, from a half to the whole: a number from 0 to 1.
    ///
    /// By chance, so that the clients of a server that comes back do not all ask at once.
    public var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Makes the usual times.
    public init() {}

    /// The pause after a number of attempts in a row that have not reached the server.
    func pause(after attempts: Int) -> Duration {
        var longest = firstPause
        for _ in 1..<max(min(attempts, 64), 1) {
            longest = longest > longestPause / 2 ? longestPause : longest * 2
        }
        let part = random()
        // Also where it is no number.
        let share = part >= 0 && part <= 1 ? part : 1
        return min(longest, longestPause) * (0.5 + 0.5 * share)
    }

    /// Waits for a while; ends early once a wait for something else does.
    nonisolated(nonsending) func rest(
        _ duration: Duration, orUntil event: @escaping @Sendable () async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { [clock] group in
            group.addTask { try? await clock.sleep(for: duration) }
            group.addTask { await event() }
            await group.next()
            group.cancelAll()
        }
    }
}
