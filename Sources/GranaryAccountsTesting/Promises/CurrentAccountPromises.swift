import Granary
import GranaryAccounts
import GranaryConformance

/// One account is current: the guest, or whoever signed in or was switched to last.
enum CurrentAccountPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("The guest is current until somebody signs in") { ground in
            let accounts = try await ground.open()
            try expect(accounts.current === accounts.guest, "the guest")
            try expect(accounts.current.user == nil && accounts.current.id == nil, "nobody")
            try expectEqual(accounts.current.state.name, "guest", "state")
            let ada = try await accounts.signIn()
            try expect(accounts.current === ada, "who has signed in")
            ground.server.expect("bob")
            let bob = try await accounts.signIn(ground.server.signedIn())
            try expect(accounts.current === bob, "who has signed in then")
            try expectEqual(ada.state.name, "signedIn", "state of the former")
            _ = try await ada.tokens
        },
        signInPromise("Whoever follows gets the present account and each later one, until the end") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let early = accounts.currentAccounts
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            try await accounts.switch(to: ada)
            try await accounts.switch(to: ada)
            try await accounts.switch(to: accounts.guest)
            try await accounts.switch(to: bob)
            try await bob.signOut()
            let late = accounts.currentAccounts
            try await accounts.close()
            var names: [String] = []
            for await account in early { names.append(account.user?.email ?? "guest") }
            try expectEqual(names, ["ada", "bob", "ada", "guest", "bob", "guest"], "accounts")
            names = []
            for await account in late { names.append(account.user?.email ?? "guest") }
            for await account in accounts.currentAccounts { names.append(account.user?.email ?? "guest") }
            try expectEqual(names, ["guest", "guest"], "accounts of one who comes late")
        },
        signInPromise("Switching leaves the former account signed in, with its stores") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try await bob.add(["Rome"])
            try await accounts.switch(to: ada)
            try expect(accounts.current === ada, "the current one")
            try expectEqual(bob.state.name, "signedIn", "state of the former")
            try expectEqual(try await bob.trips, ["Rome"], "trips of the former")
            try expectEqual(try await accounts.current.trips, ["Oslo"], "trips of the current one")
            try expectEqual(ground.server.count(.signOut), 0, "questions")
        },
        signInPromise("Signing the current account out makes the guest current, and another one nobody") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            try await ada.signOut()
            try expect(accounts.current === bob, "after another has signed out")
            ground.server.answer(.signOut, with: .offline)
            try await expectErrorAsync(.unavailable, "a sign-out") { try await bob.signOut() }
            try expect(accounts.current === bob, "after a sign-out that failed")
            try await bob.signOut()
            try expect(accounts.current === accounts.guest, "the guest")
            try await bob.signIn()
            try expect(accounts.current === accounts.guest, "still, as nobody has switched")
            try await accounts.switch(to: bob)
            try expect(accounts.current === bob, "after the switch")
        },
        signInPromise("Forgetting the current account makes the guest current, and another one nobody") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            try await accounts.forget(ada.userID)
            try expect(accounts.current === bob, "after another was forgotten")
            try await accounts.forget(bob.userID)
            try expect(accounts.current === accounts.guest, "the guest")
            try await expectErrorAsync(.notFound, "one that is forgotten") {
                try await accounts.switch(to: bob)
            }
        },
        signInPromise("A sign-in that fails changes nobody") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            ground.server.answer(.signIn, with: .offline)
            try await expectErrorAsync(.unavailable, "a sign-in") { _ = try await accounts.signIn() }
            try expect(accounts.current === ada, "the current one")
        },
        signInPromise("Only an account of these that is signed in becomes current") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            try await ada.signOut()
            try await expectErrorAsync(.denied, "signed out") { try await accounts.switch(to: ada) }
            let eve = try await accounts.create(Traveller("eve").snapshot)
            try await expectErrorAsync(.denied, "never signed in") { try await accounts.switch(to: eve) }
            try expect(accounts.current === bob, "the current one")
        },
        signInPromise("A refused account stays current, and can become that") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.answer(.refresh, with: .refusal)
            _ = try? await ada.refresh()
            try expectEqual(ada.state.name, "refused", "state")
            try expect(accounts.current === ada, "the current one")
            try await accounts.switch(to: accounts.guest)
            try await accounts.switch(to: ada)
            try expect(accounts.current === ada, "again")
        },
        signInPromise("Many switches at once end with one that all agree on") { ground in
            let accounts = try await ground.open()
            var known: [SignInGround.TravelAccount] = []
            for name in ["ada", "bob", "eve"] {
                ground.server.expect(name)
                known.append(try await accounts.signIn())
            }
            let stream = accounts.currentAccounts
            let all = known + [accounts.guest]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 { group.addTask { try await accounts.switch(to: all[number % 4]) } }
                try await group.waitForAll()
            }
            let places = try await accounts.sharedStack.perform { context in
                try context.fetch(AccountRecord.where { $0.isCurrent == true }).map(\.place)
            }
            try expectEqual(places, [accounts.current.place], "who is recorded")
            let last = accounts.current
            try await accounts.close()
            var told: SignInGround.TravelAccount?
            for await account in stream { told = account }
            try expect(told === last, "who was told last")
        },
        promise("Accounts without a sign-in are switched too") { (ground: AccountGround) in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try expect(accounts.current === accounts.guest, "the guest")
            try await accounts.switch(to: ada)
            try expect(accounts.current === ada, "the current one")
            let others = ground.keepsStores ? nil : try await ground.open()
            if let others {
                try await expectErrorAsync(.notFound, "unknown there") { try await others.switch(to: ada) }
                try await expectErrorAsync(.invalidValue, "another guest") {
                    try await others.switch(to: accounts.guest)
                }
                return
            }
            try await accounts.close()
            let again = try await ground.open()
            try expectEqual(again.current.user?.email, "ada", "after a restart")
            try expectEqual(try await again.current.trips, ["Oslo"], "trips")
            try await expectErrorAsync(.invalidValue, "the former object") { try await again.switch(to: ada) }
        },
    ]
}
