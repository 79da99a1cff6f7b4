import Granary

/// Why nothing is sent now: by the program in all lanes, or in one whose server does not accept the credentials.
final class OutboxPauses: Sendable {
    private struct State: Sendable {
        var isByProgram = false
        /// The reasons that the servers have given.
        var unauthorized: [LaneKey: String] = [:]

        func reason(_ lane: LaneKey) -> OutboxPause? {
            isByProgram ? .byProgram : unauthorized[lane].map { .unauthorized($0) }
        }
    }

    private let state = WatchedState(State())

    /// Why anything is paused.
    var reason: OutboxPause? {
        state.withLock { state in
            if state.isByProgram { return .byProgram }
            let first = state.unauthorized.min { ($0.key.source, $0.key.name) < ($1.key.source, $1.key.name) }
            return first.map { .unauthorized($0.value) }
        }
    }

    /// Why a lane is paused.
    func reason(_ lane: LaneKey) -> OutboxPause? { state.withLock { $0.reason(lane) } }

    /// The lanes whose servers do not accept the credentials.
    var unauthorized: [LaneKey: String] { state.withLock { $0.unauthorized } }

    /// Stops all lanes.
    func pause() { state.change { $0.isByProgram = true } }

    /// Stops a lane whose server does not accept the credentials.
    func pause(_ lane: LaneKey, unauthorized reason: String) {
        state.change { $0.unauthorized[lane] = reason }
    }

    /// Starts all lanes.
    func resume() { state.change { $0 = State() } }

    /// Waits while a lane is paused.
    nonisolated(nonsending) func wait(_ lane: LaneKey) async { await state.wait { $0.reason(lane) != nil } }
}
