import Synchronization

/// Collects events of any thread, in the order of arrival.
package final class EventLog: Sendable {
    private let steps = Mutex<[Int]>([])
    private let counts = Mutex((now: 0, most: 0, total: 0))

    /// Makes an empty log.
    package init() {}

    /// The steps added so far.
    package var all: [Int] { steps.withLock { $0 } }
    /// The most threads that were inside at the same time.
    package var most: Int { counts.withLock { $0.most } }
    /// How often a thread has entered.
    package var total: Int { counts.withLock { $0.total } }

    /// Adds a step, and returns how many there are.
    @discardableResult package func add(_ step: Int) -> Int {
        steps.withLock { steps in
            steps.append(step)
            return steps.count
        }
    }

    /// Enters, and returns how many are inside.
    @discardableResult package func enter() -> Int {
        counts.withLock { counts in
            counts.now += 1
            counts.most = max(counts.most, counts.now)
            counts.total += 1
            return counts.now
        }
    }

    /// Leaves.
    package func leave() { counts.withLock { $0.now -= 1 } }
}
