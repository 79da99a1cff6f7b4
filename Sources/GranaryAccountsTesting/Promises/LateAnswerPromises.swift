import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// Each call of the server has a time limit, and an answer that comes too late for what it answers changes nothing.
enum LateAnswerPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("A refresh has a time limit, which ends no sign-in") { ground in
            let ada = try await ground.open().signIn()
            let former = try await ada.tokens
            try await passLimit(of: ada, answered: .never, ground)
            try expectEqual(ada.state.name, "signedIn", "state")
            try expectEqual(ada.state.error?.code, .timeout, "its error")
            try expectEqual(try await ada.tokens, former, "tokens")
            try await ada.refresh()
            try expect(ada.state.error == nil, "no error")
        },
        signInPromise("A sign-in has a time limit") { ground in
            let accounts = try await ground.open()
            ground.server.answer(.signIn, with: .never, .never)
            let first = Task { _ = try await accounts.signIn() }
            try await ground.reachSleeper(until: .seconds(300))
            ground.clock.advance(to: .seconds(300))
            try await expectErrorAsync(.timeout, "a sign-in") { try await first.value }
            let impatient = Task { _ = try await accounts.signIn() }
            await ground.server.reach(.signIn, 2)
            impatient.cancel()
            try await expectErrorAsync(.cancelled, "a cancelled one") { try await impatient.value }
            try expectEqual(try await accounts.signIn().state.name, "signedIn", "state")
        },
        signInPromise("A sign-out has a time limit, and changes nothing then") { ground in
            let ada = try await ground.open().signIn()
            ground.server.answer(.signOut, with: .never)
            let end = Task { try await ada.signOut() }
            try await ground.reachSleeper(until: .seconds(30))
            ground.clock.advance(to: .seconds(30))
            try await expectErrorAsync(.timeout, "a sign-out") { try await end.value }
            try expectEqual(ada.state.name, "signedIn", "state")
            _ = try await ada.tokens
        },
        signInPromise("A restored sign-in whose refresh is not answered is tried again", needs: .persistent) {
            ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            ground.server.askAtStart()
            ground.server.answer(.refresh, with: .never)
            let ada = try await ground.restart(accounts).account(ObjectID("ada"))
            try await ground.reachSleeper(until: .seconds(30))
            ground.clock.advance(to: .seconds(30))
            try await ground.reachSleeper(until: .seconds(31))
            try expectEqual(ada.state.name, "presession", "state")
            try expectEqual(ada.state.error?.code, .timeout, "its error")
            ground.clock.advance(to: .seconds(31))
            try await ada.reach("signedIn")
        },
        signInPromise(
            "A refresh that is answered after its limit counts, since the server takes no other credential"
        ) { ground in
            let ada = try await ground.open().signIn()
            let gate = TaskGate()
            try await passLimit(of: ada, answered: .late(gate), ground)
            gate.open()
            try await ada.reach("signedIn")
            try expectEqual(try await ada.tokens.access, 2, "token")
            try await ada.refresh()
            try expectEqual(try await ada.tokens.access, 3, "token")
        },
        signInPromise("A refresh that is answered after a sign-out changes nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let (gate, refresh) = await ground.lateRefresh(of: ada)
            try await ada.signOut(anyway: true)
            gate.open()
            try await expectErrorAsync(.denied, "the refresh") { try await refresh.value }
            try expectEqual(ada.state.name, "signedOut", "state")
            try expectEqual(try await ground.secrets.secret(at: ada.place), nil, "the secret")
            guard ground.ground.keepsStores else { return }
            let same = try await ground.restart(accounts).account(ada.userID)
            try expectEqual(same.state.name, "signedOut", "state after a restart")
        },
        signInPromise("A refresh that is answered after another sign-in changes nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let (gate, refresh) = await ground.lateRefresh(of: ada)
            _ = try await accounts.signIn(ground.server.signedIn())
            let tokens = try await ada.tokens
            gate.open()
            try await refresh.value
            try expectEqual(try await ada.tokens, tokens, "tokens")
            try expectEqual(ada.state.name, "signedIn", "state")
            try expect(ada.state.error == nil, "no error")
        },
        signInPromise("A refusal that comes after another sign-in changes nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let gate = TaskGate()
            ground.server.answer(
                .refresh,
                with: .after {
                    await gate.wait()
                    throw CredentialRefused()
                })
            let refresh = Task { try await ada.refresh() }
            await ground.server.reach(.refresh)
            _ = try await accounts.signIn(ground.server.signedIn())
            gate.open()
            try await refresh.value
            try expectEqual(ada.state.name, "signedIn", "state")
            _ = try await ada.tokens
        },
        signInPromise("A refresh that is answered after forgetting changes nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let gate = TaskGate()
            try await passLimit(of: ada, answered: .late(gate), ground)
            try await accounts.forget(ada.userID)
            gate.open()
            ground.server.expect("bob")
            _ = try await accounts.signIn()
            try expectEqual(try await ground.secrets.secret(at: ada.place), nil, "the secret")
            try expectEqual(try await ground.records(accounts).map(\.user), ["\"bob\""], "records")
        },
        signInPromise("A sign-out that comes late leaves the next sign-in alone") { ground in
            let secrets = WaitingSecrets(ground.secrets)
            let accounts = try await ground.open(secrets: secrets)
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            // Another change of who is current is on its way, and the sign-out waits for it.
            ground.server.expect("bob")
            secrets.hold()
            let adopting = Task { try await accounts.signIn(guest: .adopt) }
            await secrets.isHeld.wait()
            let leaving = Task { try await ada.signOut() }
            try await ada.reach("signedOut")
            ground.server.expect("ada")
            try await ada.signIn()
            secrets.goOn.open()
            _ = try await adopting.value
            try await leaving.value
            try expectEqual(ada.state.name, "signedIn", "state")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
        },
        signInPromise("Accounts that close while a user adopts leave no guest open") { ground in
            let secrets = WaitingSecrets(ground.secrets)
            let accounts = try await ground.open(secrets: secrets)
            let ada = try await accounts.signIn()
            let work = await StandingWork(in: ada.stack)
            ground.server.expect("bob")
            secrets.hold()
            let adopting = Task { try await accounts.signIn(guest: .adopt) }
            await secrets.isHeld.wait()
            let closing = Task { try await accounts.close() }
            // It waits for the work.
            try await ground.reach { ada.stack.status.phase != .started }
            secrets.goOn.open()
            try await expectErrorAsync(.closed, "the sign-in") { _ = try await adopting.value }
            _ = try await work.end()
            try await closing.value
            try await expectErrorAsync(.closed, "the guest") { _ = try await accounts.guest.trips }
        },
    ]

    /// Has the server answer a refresh in some way, which takes longer than the limit.
    private static func passLimit(
        of account: SignInGround.TravelAccount, answered answer: TravelServer.Answer, _ ground: SignInGround
    ) async throws {
        ground.server.answer(.refresh, with: answer)
        let refresh = Task { try await account.refresh() }
        try await ground.reachSleeper(until: .seconds(30))
        await ground.server.reach(.refresh)
        ground.clock.advance(to: .seconds(30))
        try await expectErrorAsync(.timeout, "the refresh") { try await refresh.value }
    }
}

/// A place of secrets that is slow once.
private final class WaitingSecrets: SecretStore {
    /// Opens when somebody waits to store.
    let isHeld = TaskGate()
    /// Lets them go on.
    let goOn = TaskGate()
    private let secrets: any SecretStore
    private let holds = Mutex(false)

    init(_ secrets: any SecretStore) { self.secrets = secrets }

    /// Has the next call wait that stores something.
    func hold() { holds.withLock { $0 = true } }

    func secret(at place: String) async throws -> [UInt8]? { try await secrets.secret(at: place) }

    func store(_ secret: [UInt8], at place: String) async throws {
        let waits = holds.withLock { holds in
            defer { holds = false }
            return holds
        }
        if waits {
            isHeld.open()
            await goOn.wait()
        }
        try await secrets.store(secret, at: place)
    }

    func remove(at place: String) async throws { try await secrets.remove(at: place) }
}
