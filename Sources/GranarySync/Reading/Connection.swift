import Granary

/// Whether the last attempt to reach the server has found a connection.
///
/// Until an attempt succeeds, calls that the store may answer do not wait for another time-out.
final class Connection: Sendable {
    private struct State {
        var problem: GranaryError?
        /// How often the server was reached.
        var reached = 0
    }

    private let state = WatchedState(State())

    /// The error of the last attempt, if it has found no connection.
    var problem: GranaryError? { state.withLock { $0.problem } }

    /// Notes that the server was reached, whether or not it has done what it was asked for.
    func noteReached() {
        state.change { state in
            state.problem = nil
            state.reached += 1
        }
    }

    /// Notes the error of an attempt.
    func note(_ error: any Error) {
        let error = error as? GranaryError
        if error?.code == .cancelled || error?.code == .timeout { return }
        if error?.code != .unavailable { return noteReached() }
        state.withLock { $0.problem = error }
    }

    /// How often the server was reached so far.
    var reached: Int { state.withLock { $0.reached } }

    /// Waits until the server was reached more often than a number of times, which is read before an attempt.
    nonisolated(nonsending) func wait(afterReached count: Int) async {
        await state.wait { $0.reached == count }
    }

    /// Waits while the last attempt to reach the server has found no connection.
    nonisolated(nonsending) func waitWhileUnreached() async { await state.wait { $0.problem != nil } }
}
