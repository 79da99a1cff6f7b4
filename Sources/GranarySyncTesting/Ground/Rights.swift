import GranarySync
import Synchronization

/// The access of a promise, which it changes in the middle of calls.
final class Rights: Sendable {
    private let state: Mutex<(access: Access, models: [String: Access], asked: Int)>

    init(_ access: Access = .all) { state = Mutex((access, [:], 0)) }

    /// The policy that asks it.
    var policy: AccessPolicy {
        AccessPolicy { [self] model in
            state.withLock { state in
                state.asked += 1
                return state.models[model] ?? state.access
            }
        }
    }

    /// What it allows of models that have nothing of their own.
    var access: Access { state.withLock { $0.access } }

    /// How often it was asked.
    var asked: Int { state.withLock { $0.asked } }

    /// Allows something else from now on.
    func set(_ access: Access) { state.withLock { $0.access = access } }

    /// Allows something else of a model from now on.
    func set(_ access: Access, of model: String) { state.withLock { $0.models[model] = access } }
}
