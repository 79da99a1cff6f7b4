import Granary
import Synchronization

/// Whether the last attempt to reach the server has found a connection.
///
/// Until an attempt succeeds, calls that the store may answer do not wait for another time-out.
final class Connection: Sendable {
    private let state = Mutex<GranaryError?>(nil)

    /// The error of the last attempt, if it has found no connection.
    var problem: GranaryError? { state.withLock { $0 } }

    /// Notes that the server was reached, whether or not it has done what it was asked for.
    func noteReached() { state.withLock { $0 = nil } }

    /// Notes the error of an attempt.
    func note(_ error: any Error) {
        let error = error as? GranaryError
        if error?.code == .cancelled || error?.code == .timeout { return }
        state.withLock { $0 = error?.code == .unavailable ? error : nil }
    }
}
