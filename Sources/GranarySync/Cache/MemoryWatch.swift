import Synchronization

/// Looks now and then whether memory is scarce.
final class MemoryWatch: Sendable {
    /// The time between two looks.
    private static let pause = Duration.seconds(1)
    /// The time after memory was scarce: the kernel's numbers are means of ten seconds, so they do not show before that
    /// what dropping has brought.
    private static let rest = Duration.seconds(10)

    /// Where to look, and when again.
    private struct State {
        let files: MemoryFiles
        let elapsed: @Sendable () -> Duration
        var next = Duration.zero
    }

    private let state: Mutex<State>

    /// A watch that measures its pauses by a clock.
    init(_ files: MemoryFiles, _ clock: some Clock<Duration>) {
        state = Mutex(State(files: files, elapsed: Self.elapsed(clock)))
    }

    /// Begins again, with other files and another clock.
    func watch(_ files: MemoryFiles, _ clock: some Clock<Duration>) {
        let other = State(files: files, elapsed: Self.elapsed(clock))
        state.withLock { $0 = other }
    }

    /// Whether memory is found scarce now; without a look, it is not.
    var findsScarce: Bool {
        let due = state.withLock { state -> (files: MemoryFiles, now: Duration)? in
            let now = state.elapsed()
            if now < state.next { return nil }
            state.next = now + Self.pause
            return (state.files, now)
        }
        guard let due, due.files.sayScarce else { return false }
        state.withLock { $0.next = due.now + Self.rest }
        return true
    }

    private static func elapsed(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
