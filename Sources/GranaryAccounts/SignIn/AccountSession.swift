import Granary
import Synchronization

/// The sign-in of one open account: hands out its credential, and has the one task that refreshes it.
final class AccountSession<Login: Authenticator>: Sendable {
    typealias Held = HeldCredential<Login.Credential>
    typealias Wanted = CredentialExchange<Login>.Wanted

    private struct Contents {
        /// The task that gets a credential for all who wait.
        var flight: (number: Int, task: Task<Held, any Error>)?
        var flights = 0
        /// Asks the server for what was restored, until it has answered.
        var trying: Task<Void, Never>?
    }

    /// What programs see.
    let status: SignInStatus<Login>
    private let services: SignInServices<Login>
    private let exchange: CredentialExchange<Login>
    private let gate = CallGate()
    private let ending: WatchedState<Bool>
    private let contents = Mutex(Contents())

    /// Begins with what was restored; `leave` ends the use of a user whom another process has signed out.
    init(
        _ restored: RestoredSignIn<Login>, _ services: SignInServices<Login>, _ record: SignInRecord,
        _ follower: UserFollower<Login.User>, leave: @escaping @Sendable () async -> Void
    ) {
        self.services = services
        let (status, ending) = (SignInStatus(restored), WatchedState(false))
        self.status = status
        self.ending = ending
        exchange = CredentialExchange(
            services, CredentialStorage(services, record, status, ending, leave: leave), status, follower)
    }

    /// Begins to ask for what was restored, until the server has answered.
    func begin() {
        contents.withLock { contents in
            guard status.isRestored, contents.trying == nil, !ending.withLock({ $0 }) else { return }
            contents.trying = Task.detached { await self.tryAgain() }
        }
    }

    /// Asks for nothing more, and waits for a refresh that is on its way, since its answer may be the only valid one.
    func end() async {
        ending.change { $0 = true }
        let (flight, trying) = contents.withLock { ($0.flight?.task, $0.trying) }
        trying?.cancel()
        _ = await flight?.result
        status.end()
    }

    private func tryAgain() async {
        var pause = services.settings.firstPause
        while status.isRestored {
            do {
                _ = try await credential(.fresh)
                return
            } catch {
                // It is in the state, where there still is something to try.
            }
            guard status.isRestored else { return }
            do { try await services.clock.sleep(for: pause) } catch { return }
            pause = min(pause * 2, services.settings.longestPause)
        }
    }

    // MARK: Credentials

    /// A credential that can be used; refreshed first where needed, by one task for all who ask.
    ///
    /// A caller that is cancelled waits no longer, and the refresh goes on for the others.
    ///
    /// - Throws: ``GranaryError`` of the refresh; ``GranaryError/Code/denied`` without a sign-in.
    func credential(_ wanted: Wanted) async throws -> Held {
        try gate.requireOutside()
        var wanted = wanted
        while true {
            if ending.withLock({ $0 }) { throw GranaryError.endedAccount }
            let present = try status.present()
            if !present.isRestored {
                guard let held = present.held else { throw GranaryError.withoutSignIn }
                switch wanted {
                case .fresh:
                    if !exchange.needsRefresh(held, atStart: false) { return held }
                    wanted = .newer(than: held.number)
                case .newer(let number):
                    if held.number > number { return held }
                }
            }
            let (flight, isOwn) = try flight(for: wanted)
            let held = try await LeavableWork.run { try await flight.value }
            if isOwn { return held }
            if case .newer(let number) = wanted, held.number <= number { continue }
            return held
        }
    }

    /// The task that gets a credential, begun unless one is on its way.
    private func flight(for wanted: Wanted) throws -> (task: Task<Held, any Error>, isOwn: Bool) {
        try contents.withLock { contents in
            if ending.withLock({ $0 }) { throw GranaryError.endedAccount }
            if let flight = contents.flight { return (flight.task, false) }
            contents.flights += 1
            let number = contents.flights
            let task = Task.detached {
                defer { self.land(number) }
                return try await self.gate.run {
                    // A caller that sees the failure in the state, and asks again, has another task ask the
                    // server.
                    try await self.exchange.credential(wanted) { self.land(number) }
                }
            }
            contents.flight = (number, task)
            return (task, true)
        }
    }

    private func land(_ number: Int) {
        contents.withLock { contents in
            if contents.flight?.number == number { contents.flight = nil }
        }
    }

    // MARK: What a person does

    /// Asks the person for a new sign-in of the same user, once a closure has made the account ready for it.
    ///
    /// - Throws: ``GranaryError``.
    func signIn(_ prepare: @escaping @Sendable () async throws -> Void) async throws {
        guard services.hasSignIn else { throw GranaryError.withoutSignIn }
        try await gate.run {
            // Behind the gate, where nobody learns in between that the user has signed out.
            try await prepare()
            try await self.take(self.services.signIn())
        }
    }

    /// Takes the answer to a sign-in over, also when the task is cancelled; what is on its way then counts for nothing.
    ///
    /// - Throws: ``GranaryError``.
    func take(_ answer: SignInAnswer<Login.User, Login.Credential>) async throws {
        let taking = Task { try await self.exchange.take(answer) }
        try await taking.value
    }

    /// Ends the sign-in, once the server knows or need not know.
    ///
    /// - Throws: ``GranaryError``.
    func signOut(anyway: Bool) async throws {
        guard services.hasSignIn else { throw GranaryError.withoutSignIn }
        if !anyway { try await gate.run { try await self.exchange.tellSignOut() } }
        let storing = Task { try await self.exchange.signOut() }
        try await storing.value
    }
}
