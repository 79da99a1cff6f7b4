import Granary
import Synchronization

/// A closure that stops in its midst until it is told to go on.
final class Halt: Sendable {
    private let gate = ThreadGate()
    private let begun = AsyncStream<Void>.makeStream()

    /// Stops here; called by the closure.
    func stop() {
        begun.continuation.finish()
        gate.pass()
    }

    /// Waits until the closure has come to its stop.
    func reached() async { for await _ in begun.stream {} }

    /// Lets the closure go on.
    func goOn() { gate.open() }
}

/// Collects what happens on any thread, in the order of arrival.
final class Course: Sendable {
    private let steps = Mutex<[Int]>([])
    private let counts = Mutex((now: 0, most: 0))

    /// What has been added.
    var all: [Int] { steps.withLock { $0 } }
    /// The most threads that were inside at the same time.
    var most: Int { counts.withLock { $0.most } }

    /// Adds a step, and returns how many there are.
    @discardableResult func add(_ step: Int) -> Int {
        steps.withLock { steps in
            steps.append(step)
            return steps.count
        }
    }

    /// Enters, and returns how many are inside.
    func enter() -> Int {
        counts.withLock { counts in
            counts.now += 1
            counts.most = max(counts.most, counts.now)
            return counts.now
        }
    }

    /// Leaves.
    func leave() { counts.withLock { $0.now -= 1 } }
}

extension Action {
    /// Throws a failure unless the action has ended in one way, once it is over.
    func expectOutcome(_ expected: String, line: Int = #line, file: String = #fileID) async throws {
        _ = try? await result()
        try expectEqual(
            outcome.map { "\($0)" } ?? "none", expected, "the outcome of \(queue) \(number)", line: line,
            file: file)
        try expectEqual(state, .finished, "the state", line: line, file: file)
    }
}

extension ConformanceBench {
    /// Runs a closure with a started stack of its own, whose stores are removed afterwards.
    func withOtherStack(
        settings change: (inout StackSettings) -> Void = { _ in }, strategy: any ContextStrategy = .direct,
        clock: any Clock<Duration> = ContinuousClock(),
        _ body: @escaping @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        var settings = harness.settings
        change(&settings)
        let stack = try anotherStack(at: "other", settings: settings, strategy: strategy, clock: clock)
        try await withStack(stack, body)
        try await stack.destroyPersistentStores()
    }
}
