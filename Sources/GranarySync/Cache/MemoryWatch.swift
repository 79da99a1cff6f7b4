import Synchronization

/// Looks now and then whether memory is scarce.
final class MemoryWatch: Sendable {
    /// The time between two looks.
    private static let pause = Duration.seconds(1)
    /// The time after memory was scarce: the kernel's numbers are means of ten seconds, so they do not show before that
    /// what dropping has brought.
    private static let rest = Duration.seconds(10)

    private let files: MemoryFiles
    private let elapsed: @Sendable () -> Duration
    private let next = Mutex(Duration.zero)

    /// A watch that measures its pauses by a clock.
    init(_ files: MemoryFiles, _ clock: some Clock<Duration>) {
        self.files = files
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// Whether memory is found scarce now; without a look, it is not.
    var findsScarce: Bool {
        let now = elapsed()
        let isDue = next.withLock { next in
            if now < next { return false }
            next = now + Self.pause
            return true
        }
        guard isDue, files.sayScarce else { return false }
        next.withLock { $0 = now + Self.rest }
        return true
    }
}
