import FoundationEssentials
import Synchronization

/// The ends of writes that somebody in this process waits for.
final class WriteEnds: Sendable {
    private struct Wait {
        var readers = 0
        var end: DeliveryOutcome?
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
    func note(_ id: UUID, _ end: DeliveryOutcome) { waits.withLock { $0[id]?.end = end } }

    /// The end of a write that somebody waits for.
    func end(of id: UUID) -> DeliveryOutcome? { waits.withLock { $0[id]?.end } }
}
