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

    private struct State {
        var waits: [UUID: Wait] = [:]
        /// The writes that somebody waits for, by those that have taken their place.
        var former: [UUID: [UUID]] = [:]

        /// Changes the waits for a write, also for those whose place it has taken.
        mutating func change(_ id: UUID, _ change: (inout Wait) -> Void) {
            for awaited in [id] + (former[id] ?? []) {
                guard var wait = waits[awaited] else { continue }
                change(&wait)
                waits[awaited] = wait
            }
        }

        mutating func forget(_ id: UUID) {
            guard let wait = waits.removeValue(forKey: id) else { return }
            for successor in wait.successors {
                former[successor]?.removeAll { $0 == id }
                if former[successor]?.isEmpty == true { former[successor] = nil }
            }
        }
    }

    private let state = Mutex(State())

    /// Notes that somebody waits for a write.
    func begin(_ id: UUID) { state.withLock { $0.waits[id, default: Wait()].readers += 1 } }

    /// Whether somebody waits for a write.
    func isAwaited(_ id: UUID) -> Bool { state.withLock { $0.waits[id] != nil } }

    /// Notes that somebody waits no more.
    func end(_ id: UUID) {
        state.withLock { state in
            state.waits[id]?.readers -= 1
            if state.waits[id]?.readers == 0 { state.forget(id) }
        }
    }

    /// Notes the end of a write, if somebody waits for it.
    func note(_ id: UUID, _ end: DeliveryOutcome) {
        state.withLock { $0.change(id) { $0.end = end } }
    }

    /// Notes that a write has taken the place of another one, if somebody waits for that.
    func replace(_ id: UUID, by next: UUID) {
        state.withLock { state in
            let awaited = ([id] + (state.former[id] ?? [])).filter { state.waits[$0] != nil }
            if awaited.isEmpty { return }
            state.change(id) { $0.successors.append(next) }
            state.former[next, default: []] += awaited
        }
    }

    /// The write that somebody waits for, and those that have taken its place.
    func identities(of id: UUID) -> [UUID] {
        state.withLock { [id] + ($0.waits[id]?.successors ?? []) }
    }

    /// The end of a write that somebody waits for.
    func end(of id: UUID) -> DeliveryOutcome? { state.withLock { $0.waits[id]?.end } }
}
