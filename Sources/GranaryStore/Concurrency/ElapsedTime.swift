/// The time that has passed since it was made, by a clock that the program may choose.
package struct ElapsedTime: Sendable {
    private let read: @Sendable () -> Duration

    /// Starts at zero.
    package init(_ clock: any Clock<Duration> = ContinuousClock()) { read = Self.reading(clock) }

    /// The time that has passed.
    package var now: Duration { read() }

    private static func reading<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
