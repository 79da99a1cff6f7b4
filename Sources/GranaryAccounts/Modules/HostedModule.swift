import Granary
import Synchronization

/// A module of an account as it is started and stopped: it receives the account's states in between.
final class HostedModule: Module {
    typealias Following = (states: AsyncStream<AccountState>, end: @Sendable () -> Void)

    private struct Telling {
        let task: Task<Void, Never>
        let end: @Sendable () -> Void
    }

    private let module: any Module
    private let host: ObjectIdentifier
    private let follow: @Sendable () -> Following
    private let telling = Mutex<Telling?>(nil)

    /// Has a host run a module, which receives the states that it follows.
    init(_ module: any Module, of host: ObjectIdentifier, follow: @escaping @Sendable () -> Following) {
        self.module = module
        self.host = host
        self.follow = follow
    }

    func start(in surroundings: ModuleSurroundings) async throws {
        try await AccountModules.$callers.withValue([host]) { try await module.start(in: surroundings) }
        guard let module = module as? any AccountModule else { return }
        let following = follow()
        let (states, host) = (following.states, host)
        let task = Task.detached {
            await AccountModules.$callers.withValue([host]) {
                for await state in states { await module.receive(state) }
            }
        }
        telling.withLock { $0 = Telling(task: task, end: following.end) }
    }

    func stop() async throws {
        let telling = telling.withLock { telling in
            defer { telling = nil }
            return telling
        }
        if let telling {
            telling.end()
            await withTaskCancellationHandler {
                await telling.task.value
            } onCancel: {
                telling.task.cancel()
            }
        }
        try await AccountModules.$callers.withValue([host]) { try await module.stop() }
    }
}
