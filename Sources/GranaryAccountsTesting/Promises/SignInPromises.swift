import Granary
import GranaryAccounts
import GranaryConformance

/// Each arrow of the table of states, while the program runs.
enum SignInPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("A sign-in makes the account of a new user") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try expectEqual(ada.state.name, "signedIn", "state")
            try expectEqual(ada.user?.name, "Ada", "user")
            let tokens = try await ada.tokens
            try expect(ground.server.takes(tokens), "the tokens")
            try expectEqual(ground.server.count(.refresh), 0, "refreshes")
            let records = try await ground.records(accounts)
            try expectEqual(records.map(\.user), ["\"ada\""], "records")
            try expectEqual(records.map(\.standing), [.signedIn], "standing")
        },
        signInPromise("A program signs in with an answer that it has got itself") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn(ground.server.signedIn())
            try expectEqual(ada.state.name, "signedIn", "state")
            try expectEqual(ground.server.count(.signIn), 0, "questions")
        },
        signInPromise("A sign-in finds the account of a known user, and stores what is new about them") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let former = try await ada.tokens
            ground.server.expect("ada", name: "Lady Lovelace")
            let same = try await accounts.signIn()
            try expect(same === ada, "the same account")
            try expectEqual(ada.user?.name, "Lady Lovelace", "name")
            let tokens = try await ada.tokens
            try expect(tokens != former, "new tokens")
            try expectEqual(try await ground.records(accounts).count, 1, "records")
        },
        signInPromise("Two users are signed in at once, each with tokens of their own") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            let first = try await ada.tokens
            let second = try await bob.tokens
            try expect(first != second, "tokens")
            try await ada.signOut()
            try expectEqual(bob.state.name, "signedIn", "state of the other")
            _ = try await bob.tokens
        },
        signInPromise("A sign-in that fails leaves nothing") { ground in
            let accounts = try await ground.open()
            ground.server.answer(.signIn, with: .offline, .refusal)
            let error = try await expectErrorAsync(.unavailable, "offline") {
                _ = try await accounts.signIn()
            }
            try expect(error.cause is TravelServer.Offline, "the cause")
            try await expectErrorAsync(.denied, "refused") { _ = try await accounts.signIn() }
            try expectEqual(try await ground.records(accounts).count, 0, "records")
        },
        signInPromise("An account that is made without a sign-in is signed out until there is one") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create(Traveller("ada").snapshot)
            try expectEqual(ada.state.name, "signedOut", "state")
            try await expectErrorAsync(.denied, "a credential") { _ = try await ada.tokens }
            try await ada.signIn()
            try expectEqual(ada.state.name, "signedIn", "state")
            _ = try await ada.tokens
        },
        signInPromise("A refresh gives a new credential, and the user's new values") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let former = try await ada.tokens
            try await ada.refresh()
            try expectEqual(ada.state.name, "signedIn", "state")
            let tokens = try await ada.tokens
            try expect(tokens != former, "new tokens")
            try expect(!ground.server.takes(former), "the former ones have served")
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
        },
        signInPromise("A refusal ends the sign-in, and a new one begins it again") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.stack.perform { context in
                try context.insert(Trip("Oslo"))
                try context.save()
            }
            ground.server.answer(.refresh, with: .refusal)
            let error = try await expectErrorAsync(.denied, "a refresh") { try await ada.refresh() }
            try expect(error.cause is CredentialRefused, "the cause")
            try expectEqual(ada.state.name, "refused", "state")
            try await expectErrorAsync(.denied, "a credential") { _ = try await ada.tokens }
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
            try expectEqual(try await ada.stack.perform { try $0.count(Trip.all) }, 1, "its data stay usable")
            try await ada.signIn()
            try expectEqual(ada.state.name, "signedIn", "state")
            _ = try await ada.tokens
        },
        signInPromise("Any other failure of a refresh keeps the sign-in, with its error") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let former = try await ada.tokens
            ground.server.answer(.refresh, with: .offline)
            try await expectErrorAsync(.unavailable, "a refresh") { try await ada.refresh() }
            try expectEqual(ada.state.name, "signedIn", "state")
            try expectEqual(ada.state.error?.code, .unavailable, "its error")
            try expectEqual(try await ada.tokens, former, "tokens")
            try await ada.refresh()
            try expect(ada.state.error == nil, "no error after a refresh")
        },
        signInPromise("An answer for somebody else changes nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let former = try await ada.tokens
            ground.server.answer(.refresh, with: .otherUser)
            try await expectErrorAsync(.invalidValue, "a refresh") { try await ada.refresh() }
            try expectEqual(ada.state.name, "signedIn", "state")
            ground.server.answer(.signIn, with: .otherUser)
            try await expectErrorAsync(.invalidValue, "a sign-in") { try await ada.signIn() }
            try expectEqual(try await ada.tokens, former, "tokens")
            let users = try await accounts.sharedStack.perform { try $0.fetch(Traveller.all).map(\.email) }
            try expectEqual(users, ["ada"], "users")
        },
        signInPromise("A sign-out tells the server, drops the credential and closes the stores") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let tokens = try await ada.tokens
            try await ada.signOut()
            try expectEqual(ada.state.name, "signedOut", "state")
            try expect(!ground.server.takes(tokens), "the server knows")
            try expectEqual(try await ground.secrets.secret(at: ada.place), nil, "the secret")
            try await expectErrorAsync(.denied, "a credential") { _ = try await ada.tokens }
            try await expectErrorAsync(.closed, "its stores") {
                _ = try await ada.stack.perform { try $0.count(Trip.all) }
            }
            try await ada.signOut()
            try expectEqual(ground.server.count(.signOut), 1, "questions")
        },
        signInPromise("A sign-out that the server does not take changes nothing, unless it is not asked") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.answer(.signOut, with: .offline)
            try await expectErrorAsync(.unavailable, "a sign-out") { try await ada.signOut() }
            try expectEqual(ada.state.name, "signedIn", "state")
            _ = try await ada.tokens
            try await ada.signOut(anyway: true)
            try expectEqual(ada.state.name, "signedOut", "state")
            try expectEqual(ground.server.count(.signOut), 1, "questions")
        },
        signInPromise("A sign-out ends also what the server has refused or ended before") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.answer(.refresh, with: .refusal)
            _ = try? await ada.refresh()
            try await ada.signOut()
            try expectEqual(ada.state.name, "signedOut", "state after a refusal")
            try expectEqual(ground.server.count(.signOut), 0, "questions")
            try await ada.signIn()
            ground.server.answer(.signOut, with: .refusal)
            try await ada.signOut()
            try expectEqual(ada.state.name, "signedOut", "state")
        },
        signInPromise("Whoever has signed out can sign in again, with the data that are kept") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.signOut()
            try await ada.signIn()
            try expectEqual(ada.state.name, "signedIn", "state")
            _ = try await ada.stack.perform { try $0.count(Trip.all) }
            try await ada.signOut()
            let same = try await accounts.signIn()
            try expect(same === ada, "the same account")
            _ = try await ada.stack.perform { try $0.count(Trip.all) }
        },
        signInPromise("A signed-out account is there for whoever asks for it") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.signOut()
            let same = try await accounts.account(ada.userID)
            try expectEqual(same.state.name, "signedOut", "state")
            _ = try await same.stack.perform { try $0.count(Trip.all) }
        },
        signInPromise("Work that does not end in time keeps the stores open, not the sign-in") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let work = await StandingWork(in: ada.stack)
            try await expectErrorAsync(.timeout, "a sign-out") {
                try await ada.signOut(running: .wait(upTo: .milliseconds(1)))
            }
            try expectEqual(ada.state.name, "signedOut", "state")
            _ = try await work.end()
            try await ada.signOut()
        },
        signInPromise("Whoever follows the states sees each") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            var states = ada.states.makeAsyncIterator()
            ground.server.answer(.refresh, with: .offline, .refusal)
            _ = try? await ada.refresh()
            _ = try? await ada.refresh()
            try await ada.signIn()
            try await ada.signOut()
            try await accounts.close()
            var names: [String] = []
            while let state = await states.next() {
                names.append(state.error.map { "\(state.name) \($0.code.rawValue)" } ?? state.name)
            }
            try expectEqual(
                names, ["signedIn", "signedIn unavailable", "refused", "signedIn", "signedOut"], "states")
        },
        promise("Accounts without a sign-in are signed in, and have no credential") {
            (ground: AccountGround) in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            try expectEqual(ada.state.name, "signedIn", "state")
            try await expectErrorAsync(.unsupported, "a credential") { try await ada.withCredential { _ in } }
            try await expectErrorAsync(.unsupported, "a sign-in") { try await ada.signIn() }
            try await expectErrorAsync(.unsupported, "a sign-out") { try await ada.signOut() }
            try await expectErrorAsync(.unsupported, "another sign-in") { _ = try await accounts.signIn() }
        },
        signInPromise("A user whom the program has deleted is back after a sign-in") { ground in
            let accounts = try await ground.open()
            let place = try await accounts.signIn().place
            guard ground.ground.keepsStores else { return }
            let again = try await ground.restart(accounts)
            _ = try await again.sharedStack.perform { try $0.deleteAll(Traveller.all) }
            let ada = try await again.signIn()
            try expectEqual(ada.place, place, "place")
            try expectEqual(ada.user?.name, "Ada", "name")
        },
        signInPromise("A sign-in brings nobody back who is about to be forgotten") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let id = try ada.userID
            // As a kill leaves it, where the user is gone.
            try await ground.change(accounts) { $0.isForgotten.set(to: true) }
            try await accounts.sharedStack.perform { context in
                if let user = try context.object(id) { try context.delete(user) }
                try context.save()
            }
            try await expectErrorAsync(.notFound, "a sign-in") { _ = try await accounts.signIn() }
            let users = try await accounts.sharedStack.perform { try $0.count(Traveller.all) }
            try expectEqual(users, 0, "users")
        },
    ]
}
