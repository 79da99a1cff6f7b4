import Granary

/// Where one module of those that run is.
struct ModuleState: Sendable {
    enum Phase {
        /// Nobody has asked for it.
        case idle
        /// It starts as soon as what it needs is running.
        case waiting
        case starting, running, failed
        /// It stops, or is about to, when those that need it have stopped.
        case stopping
        case stopped
    }

    var phase = Phase.idle
    /// The number of its present start, so that what an earlier one says is not heard.
    var run = 0
    /// Whether `start` was called and has not returned.
    var isInStart = false
    /// Whether `start` has returned, and `stop` was not called since.
    var owesStop = false
    /// Whether its `stop` is on the way.
    var isInStop = false
    /// Whether it has not ended within the limit of its stop, so that nobody waits for it.
    var isLeft = false
    /// Whether somebody has stopped it, alone or with all; not where it stops because its start was too late.
    var isLetGo = false
    /// Whether somebody has asked for it, or for one that needs it, while it stopped.
    var isAskedAgain = false
    /// The module that it needs and that keeps it from starting.
    var blocker: Int?
    var failure: GranaryError?
    var stopFailure: GranaryError?
    /// How long its start and its stop have taken.
    var starting: Duration?
    var stopping: Duration?

    /// Whether it has begun, and has neither started nor failed.
    var isOnTheWay: Bool { phase == .waiting || phase == .starting }

    /// Whether it uses, or may use, what it needs.
    var isActive: Bool {
        switch phase {
        case .starting, .running, .stopping: true
        case .failed: isInStart && !isLeft
        case .idle, .waiting, .stopped: false
        }
    }

    /// Makes it one that nobody has asked for, as at first; only its starts are still counted.
    mutating func reset() { self = ModuleState(run: run) }

    private init(run: Int) { self.run = run }

    init() {}
}
