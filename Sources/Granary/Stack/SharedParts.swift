internal import Logging

/// What the stacks that share their stores have in common, besides their threads.
final class SharedParts: Sendable {
    /// Reports operations; `nil` if no log, metric or trace would show them.
    let observer: OperationObserver?
    /// Receives warnings.
    let logger: Logger
    /// Measures times, and pauses before work is tried again.
    let clock: any Clock<Duration>
    /// The clock, for measuring.
    let time: ElapsedTime
    /// Warns of units of work that end with unsaved changes.
    let forgottenSaves: ForgottenSaves
    /// Makes time-ordered identifiers.
    let identifiers = TimeOrderedUUIDSource()
    /// The commits that are under way.
    let order = CommitOrder()
    /// The stores that are open.
    let stores = SharedStores()

    /// Makes them for a first stack.
    init(_ telemetry: Telemetry, _ clock: any Clock<Duration>) {
        observer = OperationObserver(telemetry)
        logger = telemetry.logger
        self.clock = clock
        time = ElapsedTime(clock)
        forgottenSaves = ForgottenSaves(logger, time)
    }
}
