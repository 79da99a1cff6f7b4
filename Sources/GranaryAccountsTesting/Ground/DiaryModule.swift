import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// What the modules of accounts have done, in order.
final class ModuleDiary: Sendable {
    private let notes = WatchedState<[String]>([])

    /// All that was noted.
    var all: [String] { notes.withLock { $0 } }

    /// Notes something.
    func note(_ text: String) { notes.change { $0.append(text) } }

    /// Waits until something was noted as often as is said.
    func reach(_ text: String, times: Int = 1) async throws {
        await notes.wait { notes in notes.count { $0 == text } < times }
        try Task.checkCancellation()
    }
}

/// A module of an account that notes what becomes of it, and that finds the stores open whenever it is called.
final class DiaryModule<Name: Sendable, Login: Authenticator>: AccountModule where Login.User == Traveller {
    typealias Work = @Sendable (ModuleSurroundings) async throws -> Void

    let needs: [Any.Type]
    /// What it has got to work with since the last start.
    let surroundings = Mutex<ModuleSurroundings?>(nil)
    private let account: Account<Login>
    private let diary: ModuleDiary
    private let name: String
    private let work: Work
    private let hears: @Sendable (AccountState) async throws -> Void
    private let end: @Sendable () async throws -> Void

    /// Makes one for an account, which works when it starts, when it is told of a state, and when it stops.
    init(
        _ account: Account<Login>, _ diary: ModuleDiary, as name: String = "", needs: [Any.Type] = [],
        onStart work: @escaping Work = { _ in },
        onState hears: @escaping @Sendable (AccountState) async throws -> Void = { _ in },
        onStop end: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.account = account
        self.diary = diary
        self.needs = needs
        self.work = work
        self.hears = hears
        self.end = end
        self.name = [name, account.user?.email ?? "guest"].filter { !$0.isEmpty }.joined(separator: " of ")
    }

    func start(in surroundings: ModuleSurroundings) async throws {
        let stack = try surroundings.stack
        _ = try await stack.perform { try $0.count(Trip.all) }
        try await work(surroundings)
        self.surroundings.withLock { $0 = surroundings }
        diary.note("start \(name)")
    }

    func receive(_ state: AccountState) async {
        diary.note("\(name) is \(state.name)")
        do { try await hears(state) } catch { diary.note("\(name) failed: \(error)") }
    }

    func stop() async throws {
        let isOpen = account.stack.status.phase == .started
        let own = try surroundings.withLock { $0 }?.stack
        _ = try await own?.perform { try $0.count(Trip.all) }
        // Where whoever closes it could wait, the account's stack is not closed yet either.
        if isOpen { _ = try await account.stack.perform { try $0.count(Trip.all) } }
        diary.note(isOpen ? "stop \(name)" : "stop \(name) late")
        try await end()
    }
}

/// Names of modules.
enum First {}
enum Second {}
enum Third {}
