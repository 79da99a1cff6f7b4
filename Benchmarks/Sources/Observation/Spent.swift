#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The cost of work.
public struct Spent: Sendable {
    /// The time that passed.
    public var time = Duration.zero
    /// The time on a processor: of the thread that worked, or of all where several work for one.
    public var processorTime = Duration.zero

    static func += (left: inout Spent, right: Spent) {
        left.time += right.time
        left.processorTime += right.processorTime
    }
}

/// Clocks that were read when work began.
struct Stopwatch: Sendable {
    /// Whose time on a processor counts.
    enum Subject: Sendable {
        /// The thread that reads the clock. Where that is another one at the end, the time that passed counts: the main
        /// actor may move to another thread.
        case thread
        /// All threads of the process.
        case process
    }

    private let subject: Subject
    private let time = Self.read(CLOCK_MONOTONIC)
    private let processorTime: Duration

    init(of subject: Subject) {
        self.subject = subject
        processorTime = Self.processorTime(of: subject)
    }

    /// The cost since the beginning.
    var spent: Spent {
        let time = Self.read(CLOCK_MONOTONIC) - time
        let processorTime = Self.processorTime(of: subject) - processorTime
        // No thread works for longer than the time that passes.
        let isSame = subject == .process || (.zero...time).contains(processorTime)
        return Spent(time: time, processorTime: isSame ? processorTime : time)
    }

    private static func processorTime(of subject: Subject) -> Duration {
        read(subject == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID)
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var moment = timespec()
        clock_gettime(clock, &moment)
        return .seconds(moment.tv_sec) + .nanoseconds(moment.tv_nsec)
    }
}
