/// Reports work that has waited long for a thread of its pool.
///
/// Work that gets a thread at once reads no clock.
package struct LongWaits: Sendable {
    private let time: ElapsedTime
    private let tell: @Sendable (Duration) -> Void
    /// How long work may wait before that is reported.
    private static let most: Duration = .seconds(1)

    /// Calls a closure with the time that work has waited, if it is more than a second; on the thread that the work gets,
    /// before the work.
    package init(_ time: ElapsedTime, _ tell: @escaping @Sendable (Duration) -> Void) {
        self.time = time
        self.tell = tell
    }

    /// The present time, for ``note(since:)``.
    var now: Duration { time.now }

    /// Reports work that has waited since a time, if that is long ago.
    func note(since start: Duration) {
        let waited = time.now - start
        if waited > Self.most { tell(waited) }
    }
}
