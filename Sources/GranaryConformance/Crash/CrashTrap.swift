#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Synchronization

/// Ends this process by a signal that cannot be caught, once it has reached a ``CrashPoint`` often enough.
///
/// It does nothing until ``CrashWriter`` sets it.
package final class CrashTrap: Sendable {
    /// The trap of this process; a process dies once.
    package static let shared = CrashTrap()

    private let state = Mutex<(point: CrashPoint, passes: Int)?>(nil)

    /// Lets the process pass a point a number of times, and end when it comes there again.
    func set(at point: CrashPoint, passes: Int) { state.withLock { $0 = (point, passes) } }

    /// How often a point may still be passed; `nil` where the trap is not set at it.
    func passes(_ point: CrashPoint) -> Int? {
        state.withLock { $0?.point == point ? $0?.passes : nil }
    }

    /// Notes that the process has reached a point.
    package func reach(_ point: CrashPoint) {
        let isOver = state.withLock { state in
            guard let present = state, present.point == point else { return false }
            state = (point, present.passes - 1)
            return present.passes == 0
        }
        if isOver { Self.end() }
    }

    /// Ends the process at once.
    static func end() {
        _ = kill(getpid(), SIGKILL)
        // The signal may be delivered to another thread first.
        while true { sched_yield() }
    }
}
