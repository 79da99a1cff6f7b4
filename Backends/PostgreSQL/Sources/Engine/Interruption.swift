internal import Dispatch
internal import Granary
internal import Synchronization

/// Stops the running call of one session from another thread.
///
/// A request stays until a call of the session has thrown because of it. It ends with the session; a connection
/// that was asked to stop is not used again, since the server may be late to act on it.
final class Interruption: Sendable {
    private let requested = Atomic<Bool>(false)
    private let state = Mutex<State>(State())

    private struct State {
        var target: CancelHandle?
        var isEnded = false
        var hasCancelled = false
    }

    /// Makes an interruption that nobody has asked for.
    init() {}

    /// Whether a call should stop.
    var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Whether the server was asked to stop what the target runs: it may act on that at any later moment.
    var hasCancelled: Bool { state.withLock { $0.hasCancelled } }

    /// Asks for the running call to stop; from any thread, and without waiting for the server.
    func request() {
        let target = state.withLock { state -> CancelHandle? in
            if state.isEnded { return nil }
            requested.store(true, ordering: .relaxed)
            if state.target != nil { state.hasCancelled = true }
            return state.target
        }
        if let target { DispatchQueue.global().async { target.cancel() } }
    }

    /// Names the connection that now works for the session.
    func aim(at target: CancelHandle?) {
        state.withLock {
            $0.target = target
            $0.hasCancelled = false
        }
    }

    /// Makes later requests go nowhere.
    func end() {
        state.withLock {
            $0.target = nil
            $0.isEnded = true
        }
    }

    /// Throws when a call should stop.
    @inline(__always) func check() throws {
        if isRequested { throw takeError() }
    }

    /// The error for an interrupted call; the request is then answered.
    func takeError() -> GranaryError {
        requested.store(false, ordering: .relaxed)
        return GranaryError(.cancelled, "The work was interrupted and rolled back.")
    }
}
