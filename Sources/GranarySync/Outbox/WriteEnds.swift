import FoundationEssentials
import Synchronization

/// The ends of writes that somebody in this process waits for.
final class WriteEnds: Sendable {
    private struct Wait {
        var readers = 0
        var end: DeliveryOutcome?
        /// The writes that have taken its place, one after the other.
        var successors: [UUID] = []
    }

    private let waits = Mutex<[UUID: Wait]>([:])

    /// Notes that somebody waits for a write.
    func begin(_ id: UUID) { waits.withLock { $0[id, default: Wait()].readers += 1 } }

    /// Whether somebody waits for a write.
    func isAwaited(_ id: UUID) -> Bool { waits.withLock { $0[id] != nil } }

    /// Notes that somebody waits no more.
    func end(_ id: UUID) {
        waits.withLock { waits in
            guard var wait = waits[id] else { return }
            wait.readers -= 1
            waits[id] = wait.readers > 0 ? wait : nil
        }
    }

    /// Notes the end of a write, if somebody waits for it.
    func note(_ id: UUID, _ end: DeliveryOutcome) { change(id) { $0.end = end } }

    /// Notes that a write has taken the place of another one, if somebody waits for that.
    func replace(_ id: UUID, by next: UUID) { change(id) { $0.successors.append(next) } }

    /// The write that somebody waits for, and those that have taken its place.
    func identities(of id: UUID) -> [UUID] { waits.withLock { [id] + ($0[id]?.successors ?? []) } }

    /// The end of a write that somebody waits for.
    func end(of id: UUID) -> DeliveryOutcome? { waits.withLock { $0[id]?.end } }

    /// Changes the waits for a write, also for one whose place it has taken.
    ///
    /// - Complexity: O(waits).
    private func change(_ id: UUID, _ change: (inout Wait) -> Void) {
        waits.withLock { waits in
            for awaited in Array(waits.keys) {
                guard var wait = waits[awaited], awaited == id || wait.successors.contains(id) else {
                    continue
                }
                change(&wait)
                waits[awaited] = wait
            }
        }
    }
}
