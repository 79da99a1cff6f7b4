import Synchronization

/// Collects events of any thread, in the order of arrival.
final class EventLog: Sendable {
    private let steps = Mutex<[Int]>([])
    private let counts = Mutex((now: 0, most: 0))

    /// The steps added so far.
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
