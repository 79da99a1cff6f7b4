import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// Each arrow of the table of states, after a restart; also after one that a kill has made.
enum RestoredSignInPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise(
            "A sign-in is there again, without the server if it need not be asked", needs: .persistent
        ) {
            ground in
            let accounts = try await ground.open()
            let tokens = try await accounts.signIn().tokens
            let again = try await ground.restart(accounts)
            let ada = try await again.account(ObjectID("ada"))
            try await ada.reach("signedIn")
            try expectEqual(try await ada.tokens, tokens, "tokens")
            try expectEqual(ground.server.count(.refresh), 0, "refreshes")
        },
        signInPromise("A restored sign-in is refreshed where it must be", needs: .persistent) { ground in
            ground.server.askAtStart()
            var accounts = try await ground.open()
            var tokens = try await accounts.signIn().tokens
            for round in 1...3 {
                accounts = try await ground.restart(accounts)
                let ada = try await accounts.account(ObjectID("ada"))
                try await ada.reach("signedIn")
                let present = try await ada.tokens
                try expect(present != tokens, "new tokens")
                tokens = present
                try expectEqual(ground.server.count(.refresh), round, "refreshes")
            }
        },
        signInPromise("Until the server has answered, what is restored is not signed in", needs: .persistent)
        {
            ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            ground.server.askAtStart()
            let gate = TaskGate()
            ground.server.answer(.refresh, with: .late(gate))
            let ada = try await ground.restart(accounts).account(ObjectID("ada"))
            await ground.server.reach(.refresh)
            try expectEqual(ada.state.name, "presession", "state")
            _ = try await ada.stack.perform { try $0.count(Trip.all) }
            gate.open()
            try await ada.reach("signedIn")
        },
        signInPromise(
            "Forgetting who is restored asks the server nothing, and waits for no module", needs: .persistent
        ) { ground in
            let accounts = try await ground.open()
            let id = try await accounts.signIn().userID
            try await accounts.switch(to: accounts.guest)
            try await accounts.close()
            ground.server.askAtStart()
            let again = try await ground.open(modules: { account in
                Modules {
                    DiaryModule<First, TravelClient>(account, ModuleDiary()) { [clock = ground.clock] _ in
                        try await clock.sleep(for: .seconds(20))
                    }
                }
            })
            try await again.forget(id)
            try expectEqual(ground.server.count(.refresh), 0, "refreshes")
        },
        signInPromise("A refusal is there again, and the server is not asked", needs: .persistent) { ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            ground.server.askAtStart()
            ground.server.answer(.refresh, with: .refusal)
            let second = try await ground.restart(accounts)
            try await second.account(ObjectID("ada")).reach("refused")
            let third = try await ground.restart(second)
            let ada = try await third.account(ObjectID("ada"))
            try expectEqual(ada.state.name, "refused", "state")
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
            try await ada.signIn()
            try expectEqual(ada.state.name, "signedIn", "state")
        },
        signInPromise("Without a server it is tried again, after growing pauses", needs: .persistent) {
            ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            ground.server.askAtStart()
            ground.server.answer(.refresh, with: .offline, .offline, .offline)
            let ada = try await ground.restart(accounts).account(ObjectID("ada"))
            for time in [1, 3, 7] {
                try await ground.reachSleeper(until: .seconds(time))
                try expectEqual(ada.state.name, "presession", "state")
                try expectEqual(ada.state.error?.code, .unavailable, "its error")
                ground.clock.advance(to: .seconds(time))
            }
            try await ada.reach("signedIn")
            try expectEqual(ground.server.count(.refresh), 4, "refreshes")
        },
        signInPromise("It is tried again at once when somebody asks", needs: .persistent) { ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            ground.server.askAtStart()
            ground.server.answer(.refresh, with: .offline, .offline)
            let ada = try await ground.restart(accounts).account(ObjectID("ada"))
            _ = try await ada.reachError("presession")
            // Whoever asks before the pause has begun gets the answer to the first try.
            try await ground.reachSleeper(until: .seconds(1))
            try await expectErrorAsync(.unavailable, "a credential") { _ = try await ada.tokens }
            _ = try await ada.tokens
            try expectEqual(ada.state.name, "signedIn", "state")
            try expectEqual(ground.server.count(.refresh), 3, "refreshes")
        },
        signInPromise("A restored sign-in can be replaced, and ended", needs: .persistent) { ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            ground.server.askAtStart()
            ground.server.answer(.refresh, with: .offline, .offline)
            let second = try await ground.restart(accounts)
            let ada = try await second.account(ObjectID("ada"))
            _ = try await ada.reachError("presession")
            try await ada.signIn()
            try expectEqual(ada.state.name, "signedIn", "state")
            let third = try await ground.restart(second)
            let same = try await third.account(ObjectID("ada"))
            _ = try await same.reachError("presession")
            try await same.signOut()
            try expectEqual(same.state.name, "signedOut", "state")
        },
        signInPromise("A sign-out is there again", needs: .persistent) { ground in
            let accounts = try await ground.open()
            try await accounts.signIn().signOut()
            let ada = try await ground.restart(accounts).account(ObjectID("ada"))
            try expectEqual(ada.state.name, "signedOut", "state")
            try await ada.signIn()
            try expectEqual(ada.state.name, "signedIn", "state")
        },
        signInPromise("A credential that is missing or damaged counts as refused", needs: .persistent) {
            ground in
            var accounts = try await ground.open()
            let whole = try await stored(ground, accounts.signIn())
            for bytes in [nil, [], Array(whole.dropLast()), Array(whole.prefix(9)), Array("{}".utf8)] {
                let place = try await accounts.account(ObjectID("ada")).place
                try await accounts.close()
                if let bytes {
                    try await ground.secrets.store(bytes, at: place)
                } else {
                    try await ground.secrets.remove(at: place)
                }
                accounts = try await ground.open()
                let ada = try await accounts.account(ObjectID("ada"))
                try expectEqual(ada.state.name, "refused", "state after \(bytes?.count ?? -1) bytes")
                try await ada.signIn()
                try expectEqual(ada.state.name, "signedIn", "state")
            }
        },
        signInPromise("A kill between the credential and the record loses neither", needs: .persistent) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.refresh()
            let tokens = try await ada.tokens
            try await accounts.close()
            let killed = try await ground.open()
            try await ground.change(killed) { $0.credential.set(to: 1) }
            let again = try await ground.restart(killed)
            let same = try await again.account(ada.userID)
            try expectEqual(try await same.tokens, tokens, "tokens")
            try await same.refresh()
            try expectEqual(try await ground.records(again).map(\.credential), [3], "numbers")
        },
        signInPromise(
            "A kill between the record of a sign-out and the credential ends the sign-in", needs: .persistent
        ) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let bytes = try await stored(ground, ada)
            try await ada.signOut()
            try await accounts.close()
            try await ground.secrets.store(bytes, at: ada.place)
            let same = try await ground.open().account(ada.userID)
            try expectEqual(same.state.name, "signedOut", "state")
            try expectEqual(try await ground.secrets.secret(at: ada.place), nil, "the secret")
        },
        signInPromise("A new sign-in after a kill in a sign-out is the newest", needs: .persistent) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.signOut()
            try await ada.signIn()
            let tokens = try await ada.tokens
            let number = try await ground.records(accounts)[0].credential
            try await accounts.close()
            let killed = try await ground.open()
            try await ground.change(killed) {
                $0.credential.set(to: number - 1)
                $0.standing.set(to: .signedOut)
            }
            let same = try await ground.restart(killed).account(ada.userID)
            try expectEqual(try await same.tokens, tokens, "tokens")
            try expectEqual(same.state.name, "signedIn", "state")
        },
    ]

    private static func stored(_ ground: SignInGround, _ account: SignInGround.TravelAccount) async throws
        -> [UInt8]
    {
        guard let bytes = try await ground.secrets.secret(at: account.place) else {
            throw ConformanceFailure(.broken, "there is no secret")
        }
        return bytes
    }
}
