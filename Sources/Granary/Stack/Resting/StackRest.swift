internal import Synchronization

/// Decides when a stack that nobody uses closes its stores.
final class StackRest: Sendable {
    /// The shortest pause between two looks.
    private static let shortestPause = Duration.milliseconds(10)

    private let limit: Duration?
    private let clock: any Clock<Duration>
    private let lastUse: LastUse?
    private let hasNoUser: @Sendable () -> Bool
    /// The task that looks from time to time.
    private let watch: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Makes the rules of a stack; nothing is watched yet.
    ///
    /// - Parameters:
    ///   - limit: how long nobody uses a stack that rests; `nil` for one that does not rest by itself.
    ///   - clock: waits for that.
    ///   - lastUse: when the stack was used last, for one that rests by itself.
    ///   - hasNoUser: whether nobody uses the stack.
    init(
        after limit: Duration?, _ clock: any Clock<Duration>, _ lastUse: LastUse?,
        hasNoUser: @escaping @Sendable () -> Bool
    ) {
        self.limit = limit.map { max($0, Self.shortestPause) }
        self.clock = clock
        self.lastUse = lastUse
        self.hasNoUser = hasNoUser
    }

    deinit { end() }

    /// When the last use ended, by the clock of the stacks that share; `nil` if that is not noted.
    var moment: Duration? { lastUse?.moment }

    /// How long ago that is.
    var ago: Duration? { lastUse?.ago }

    /// Notes that a use ends now.
    func noteUse() { lastUse?.note() }

    /// Whether nobody uses the stack, and nobody has for some time.
    ///
    /// Units of work and actions, those that wait among them, contexts that a program keeps, and readers of live queries
    /// and of changes are users.
    func isDue(after time: Duration?) -> Bool {
        hasNoUser() && (time.map { time in lastUse.map { $0.ago >= time } ?? false } ?? true)
    }

    // MARK: Watching

    /// Begins to watch a stack that has been started; does nothing for one that does not rest by itself.
    func begin(_ stores: StackStores) {
        guard let limit else { return }
        let clock = clock
        // Weak, since a stack that is released must not wait for it.
        let task = Task.detached(priority: .utility) { [weak stores] in
            var pause = limit
            while true {
                // An error of the clock is a cancellation.
                do { try await clock.sleep(for: pause) } catch { return }
                guard let next = await stores?.restIfUnused(for: limit) else { return }
                pause = next
            }
        }
        replace(with: task)
    }

    /// Ends the watch.
    func end() { replace(with: nil) }

    private func replace(with task: Task<Void, Never>?) {
        let former = watch.withLock { watch in
            defer { watch = task }
            return watch
        }
        former?.cancel()
    }

    /// How long the stack would have to be unused from now on; zero if it has been unused for long enough.
    ///
    /// While it is used, the whole time, as its use ends later.
    func pause(before time: Duration) -> Duration {
        guard hasNoUser(), let lastUse else { return time }
        return max(time - lastUse.ago, .zero)
    }

    /// The same, for another look after one that found the stack unused without sending it to rest.
    func nextPause(before time: Duration) -> Duration { max(pause(before: time), Self.shortestPause) }
}
