import Granary
import GranaryAccounts
import GranaryConformance

/// Several processes of a program have one credential for an account.
enum SharedCredentialPromises: SignInPromiseList {
    private static let several: Capabilities = [.persistent, .severalProcesses]

    static let promises: [ConformancePromise] = [
        signInPromise("Two processes refresh at once, and the server is asked once", needs: several) {
            ground in
            let (one, other) = try await two(ground)
            ground.server.expire()
            let gate = TaskGate()
            ground.server.answer(.refresh, with: .late(gate))
            let tasks = [one, other].map { account in Task { try await account.tokens } }
            await ground.server.reach(.refresh)
            gate.open()
            for task in tasks { try expectEqual(try await task.value.access, 2, "token") }
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
            for account in [one, other] {
                try expectEqual(account.state.name, "signedIn", "state")
                try expect(account.state.error == nil, "no error")
            }
        },
        signInPromise(
            "What another process has refreshed is found when the old one is refused", needs: several
        ) {
            ground in
            let (one, other) = try await two(ground)
            try await one.refresh()
            ground.server.expire()
            try await one.refresh()
            let answer = try await other.withCredential { try ground.server.get($0) }
            try expectEqual(answer, 3, "token")
            try expectEqual(ground.server.count(.refresh), 2, "refreshes")
        },
        signInPromise(
            "What another process has signed out or signed in, this one learns at its next refresh",
            needs: several
        ) {
            ground in
            let (one, other) = try await two(ground)
            try await one.signOut()
            try await expectErrorAsync(.denied, "a refresh") { try await other.refresh() }
            try expectEqual(other.state.name, "signedOut", "state")
            try await other.signIn()
            try expectEqual(other.state.name, "signedIn", "state")
        },
        signInPromise(
            "Whoever another process has signed out is not current any more, and has no open stores",
            needs: several
        ) {
            ground in
            let clock = ContinuousClock()
            let one = try await ground.open(clock: clock).signIn()
            let accounts = try await ground.open(clock: clock)
            let other = accounts.current
            try await other.add(["Oslo"])
            try await one.signOut()
            try await expectErrorAsync(.denied, "a refresh") { try await other.refresh() }
            try expect(accounts.current === accounts.guest, "the guest")
            try await expectErrorAsync(.closed, "its stores") { _ = try await other.trips }
            try await other.signIn()
            try expectEqual(try await other.trips, ["Oslo"], "trips after a sign-in")
        },
        signInPromise(
            "A module that learns at its start of a sign-out elsewhere holds up nobody", needs: several
        ) {
            ground in
            let one = try await ground.open().signIn()
            let asks = AtomicSwitch(isOn: false)
            let accounts = try await ground.open(modules: { account in
                Modules {
                    DiaryModule<First, TravelClient>(account, ModuleDiary()) { _ in
                        if asks.isOn, account.id != nil { try await account.refresh() }
                    }
                }
            })
            let other = accounts.current
            try await other.reach("signedIn")
            try await accounts.switch(to: accounts.guest)
            let rests = try await other.stack.rest()
            try expect(rests, "it rests")
            try await one.signOut()
            asks.isOn = true
            // No time passes, so that no limit of the module's start helps.
            try await expectErrorAsync(.denied, "the switch") { try await accounts.switch(to: other) }
            try expect(accounts.current === accounts.guest, "the guest")
            try expectEqual(other.state.name, "signedOut", "state")
        },
        signInPromise(
            "What the server refuses one process, the other learns at its next refresh", needs: several
        ) {
            ground in
            let (one, other) = try await two(ground)
            ground.server.answer(.refresh, with: .refusal)
            try await expectErrorAsync(.denied, "a refresh") { try await one.refresh() }
            try await expectErrorAsync(.denied, "a refresh of the other") { try await other.refresh() }
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
            try await other.signIn()
            try await expectErrorAsync(.denied, "a refresh") { try await one.refresh() }
            try await one.signIn()
            try expectEqual(one.state.name, "signedIn", "state")
        },
        signInPromise("A process that was killed in a refresh holds up nobody for long") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ground.lend(accounts, for: 60)
            let refresh = Task { try await ada.refresh() }
            try await ground.reach { ground.clock.sleepers != [] }
            try expectEqual(ground.server.count(.refresh), 0, "refreshes")
            ground.setTime(61)
            try await ground.run(until: refresh)
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
            try expectEqual(try await ground.records(accounts)[0].lease, nil, "lease")
        },
        signInPromise("A lease ends also when the clock that processes have in common stands still") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ground.lend(accounts, for: 60)
            try await ground.run(until: Task { try await ada.refresh() })
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
        },
        signInPromise("A lease of a time that has not come holds up nobody: the clock was set back") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ground.lend(accounts, for: 86_400)
            try await ada.refresh()
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
        },
        signInPromise("A sign-in does not wait for a refresh of another process") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ground.lend(accounts, for: 60)
            try await ada.signIn()
            try await ada.signOut()
        },
    ]

    /// An account as two processes have it.
    private static func two(
        _ ground: SignInGround
    ) async throws -> (SignInGround.TravelAccount, SignInGround.TravelAccount) {
        let clock = ContinuousClock()
        let one = try await ground.open(clock: clock).signIn()
        let other = try await ground.open(clock: clock).account(one.userID)
        try await other.reach("signedIn")
        return (one, other)
    }
}
