#if Services
    import Granary
    import GranaryAccounts

    /// The error of what fails in these tests.
    struct ServiceTrouble: Error {}

    /// What modules and services have done, in order.
    final class ServiceDiary: Sendable {
        private let notes = WatchedState<[String]>([])

        var all: [String] { notes.withLock { $0 } }

        func note(_ text: String) { notes.change { $0.append(text) } }

        /// Waits until something was noted.
        func reach(_ text: String) async { await notes.wait { !$0.contains(text) } }
    }

    /// A module that notes its starts and stops.
    struct NotedModule<Name: Sendable>: Module {
        typealias Work = @Sendable (ModuleSurroundings) async throws -> Void

        private let diary: ServiceDiary
        private let name: String
        private let work: Work

        init(_ diary: ServiceDiary, _ name: String, _ work: @escaping Work = { _ in }) {
            (self.diary, self.name, self.work) = (diary, name, work)
        }

        func start(in surroundings: ModuleSurroundings) async throws {
            try await work(surroundings)
            diary.note("start \(name)")
        }

        func stop() async { diary.note("stop \(name)") }
    }

    /// Names of modules.
    enum First {}
    enum Second {}
#endif
