import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// Where promises about sign-ins get their accounts: over the stores of a promise, with a server, a clock and files.
final class SignInGround: Sendable {
    typealias TravelAccounts = Accounts<TravelClient>
    typealias TravelAccount = Account<TravelClient>

    /// The time at first by the clock that processes have in common.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    let ground: AccountGround
    let server = TravelServer()
    let clock = DrivenClock()
    let secrets: FileSecrets
    private let time = Mutex(SignInGround.start)
    private let opened = Mutex<[TravelAccounts]>([])

    /// Does the work of a promise, then closes its accounts.
    static func run(
        on ground: AccountGround, _ body: @Sendable (SignInGround) async throws -> Void
    ) async throws {
        let ground = SignInGround(ground)
        let result: Result<Void, any Error>
        do { result = .success(try await body(ground)) } catch { result = .failure(error) }
        let closing = Task { for accounts in ground.opened.withLock({ $0 }) { try? await accounts.close() } }
        let hasClosed = AtomicSwitch(isOn: false)
        let watching = Task {
            await closing.value
            hasClosed.isOn = true
        }
        // What a promise that is broken has left on its way reaches its time limit.
        try await ground.reach {
            if case .failure = result { ground.clock.advance(by: .seconds(60)) }
            return hasClosed.isOn
        }
        await watching.value
        try result.get()
    }

    private init(_ ground: AccountGround) {
        self.ground = ground
        secrets = FileSecrets(directory: "\(ground.directory)/secrets")
    }

    /// Opens the accounts, as each process of a program does.
    func open(
        secrets: (any SecretStore)? = nil, clock: (any Clock<Duration>)? = nil, limit: Int? = nil,
        telemetry: Telemetry = Telemetry(),
        _ change: (StackConfiguration) -> StackConfiguration = { $0 },
        modules: (@Sendable (TravelAccount) -> Modules)? = nil
    ) async throws -> TravelAccounts {
        let accounts = try await TravelAccounts.open(
            travelSchema(), change(ground.configuration()), [ground.backend], .direct, telemetry,
            TravelClient(server: server), secrets ?? self.secrets, SignInSettings(), clock ?? self.clock,
            limit: limit, modules: modules, now: { [self] in time.withLock { $0 } })
        opened.withLock { $0.append(accounts) }
        return accounts
    }

    /// Opens the accounts twice, as two processes have them; with `following` each is told what the other saves in the
    /// store of the users.
    func openTwice(
        following: Bool = false, _ change: (StackConfiguration) -> StackConfiguration = { $0 }
    ) async throws -> (TravelAccounts, TravelAccounts) {
        func open() async throws -> TravelAccounts {
            try await self.open(clock: ContinuousClock()) {
                change(following ? AccountGround.followingUsers($0) : $0)
            }
        }
        let first = try await open()
        return try await (first, open())
    }

    /// Opens the accounts as a program does that says nothing about secrets.
    func openPlainly(
        _ change: (StackConfiguration) -> StackConfiguration = { $0 }
    ) async throws -> TravelAccounts {
        let accounts = try await TravelAccounts.open(
            travelSchema(), configuration: change(ground.configuration()), backends: [ground.backend],
            authenticator: TravelClient(server: server))
        opened.withLock { $0.append(accounts) }
        return accounts
    }

    /// Closes the accounts and opens them again; nobody is restored before the promise asks for them.
    func restart(_ accounts: TravelAccounts) async throws -> TravelAccounts {
        try await accounts.switch(to: accounts.guest)
        try await accounts.close()
        return try await open()
    }

    /// Sets the clock that processes have in common.
    func setTime(_ seconds: Double) { time.withLock { $0 = $0.addingTimeInterval(seconds) } }

    /// Changes all records, as another process or a kill would leave them.
    func change(
        _ accounts: TravelAccounts,
        @AssignmentBuilder<AccountRecord> _ assignments:
            @escaping @Sendable (AccountRecord.Fields) -> [Assignment<
                AccountRecord
            >]
    ) async throws {
        _ = try await accounts.sharedStack.perform { context in
            try context.updateAll(AccountRecord.ofUsers, assigning: assignments(AccountRecord.fields))
        }
    }

    /// Has another process refresh, or store a credential, which was killed, for some more seconds.
    func lend(_ accounts: TravelAccounts, for seconds: Double, writing: Bool = false) async throws {
        try await change(accounts) {
            $0.lease.set(to: "somebody")
            $0.leaseEnds.set(to: Self.start.addingTimeInterval(seconds))
            $0.leaseWrites.set(to: writing)
        }
    }

    /// Begins a refresh; the server has been asked, and answers when the gate opens.
    func lateRefresh(of account: TravelAccount) async -> (gate: TaskGate, refresh: Task<Void, any Error>) {
        let gate = TaskGate()
        server.answer(.refresh, with: .late(gate))
        let refresh = Task { try await account.refresh() }
        await server.reach(.refresh)
        return (gate, refresh)
    }

    /// The records, in the order of their users.
    func records(_ accounts: TravelAccounts) async throws -> [AccountRecord.Snapshot] {
        try await accounts.sharedStack.perform { context in
            try context.fetch(AccountRecord.ofUsers.sorted { $0.user.ascending }).map(\.snapshot)
        }
    }

    /// The file of an account's credential.
    func file(of account: TravelAccount) -> String { "\(secrets.directory)/\(account.place)" }

    /// Waits until a condition holds.
    func reach(_ condition: () async throws -> Bool) async throws { try await ground.reach(condition) }

    /// Waits until somebody sleeps on the clock until a time.
    func reachSleeper(until time: Duration) async throws { try await reach { clock.sleepers.contains(time) } }

    /// Lets pauses of up to a second pass until a task has ended; time limits do not.
    func run<R: Sendable>(until task: Task<R, any Error>) async throws -> R {
        let hasEnded = AtomicSwitch(isOn: false)
        let watching = Task {
            _ = await task.result
            hasEnded.isOn = true
        }
        try await reach {
            let now = clock.now.elapsed
            if let next = clock.sleepers.min(), next <= now + .seconds(1) { clock.advance(to: next) }
            return hasEnded.isOn
        }
        await watching.value
        return try await task.value
    }
}

extension Account where Login == TravelClient {
    /// The present credential.
    var tokens: TravelServer.Tokens {
        get async throws { try await withCredential { $0 } }
    }

    /// Waits for a state.
    func reach(_ name: String) async throws {
        for await state in states where state.name == name && state.error == nil { return }
        throw ConformanceFailure(.broken, "the account never was \(name)")
    }

    /// Waits for a state with an error.
    func reachError(_ name: String) async throws -> GranaryError {
        for await state in states where state.name == name { if let error = state.error { return error } }
        throw ConformanceFailure(.broken, "the account never was \(name) with an error")
    }
}
