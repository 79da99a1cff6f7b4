/// How long an action waited and ran, and its requests to the stores.
public struct ActionStatistics: Sendable, Hashable {
    /// How long it has waited so far: from the call of `run` until its closure began.
    public var waitingTime = Duration.zero
    /// How long it has run so far.
    public var runningTime = Duration.zero
    /// The requests, rows and times of the action's context, zeros until the closure has ended.
    ///
    /// Closures that were repeated (``ContextOptions/retries``) count each time; contexts that the closure makes itself
    /// do not count.
    public var work = ContextStatistics()

    /// Makes zero statistics.
    public init() {}
}
