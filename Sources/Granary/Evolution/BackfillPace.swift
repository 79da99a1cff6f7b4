/// How fast a backfill proceeds, so that it leaves room for other work.
public struct BackfillPace: Sendable {
    /// How many objects are filled in one commit; less than one counts as one.
    public var rows = 200
    /// The pause after each commit; `nil` for as long as the commit took.
    public var pause: Duration?
    /// The clock for the pauses.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Makes a pace that leaves half of the time to others.
    public init() {}

    /// Makes a pace with a given pause after each commit of a given number of objects.
    public init(rows: Int, pause: Duration) {
        self.rows = rows
        self.pause = pause
    }

    /// Pauses after a commit that took some time.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``.
    nonisolated(nonsending) func rest(after time: Duration) async throws {
        let pause = pause ?? time
        do {
            if pause > .zero { try await clock.sleep(for: pause) } else { try Task.checkCancellation() }
        } catch is CancellationError {
            throw Cancellation.error
        }
    }
}
