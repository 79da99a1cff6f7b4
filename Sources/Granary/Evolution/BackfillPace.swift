/// How fast a backfill goes on, so that it leaves room for others.
public struct BackfillPace: Sendable {
    /// How many objects are filled in one commit; less than one counts as one.
    public var rows = 200
    /// How long it rests after each commit; `nil` for as long as the commit took.
    public var pause: Duration?
    /// The clock that it rests by.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Makes a pace at which others have half of the time.
    public init() {}

    /// Makes a pace with a rest of its own after each commit of some objects.
    public init(rows: Int, pause: Duration) {
        self.rows = rows
        self.pause = pause
    }

    /// Rests after a commit that took some time.
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
