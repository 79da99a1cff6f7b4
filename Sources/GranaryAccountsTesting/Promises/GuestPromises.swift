import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// The guest has stores of its own, and what is there is the guest's until a program says otherwise.
enum GuestPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("The guest's stores are opened at their first use") { ground in
            let accounts = try await ground.open()
            try expectEqual(accounts.guest.stack.status.phase, .resting, "phase")
            if ground.ground.hasFiles {
                let before = try FileTree(ground.ground.directory).paths
                try expect(!before.contains { $0.holds(accounts.guest.place) }, "files: \(before)")
            }
            try await accounts.guest.add(["Oslo"])
            try expectEqual(try await accounts.guest.trips, ["Oslo"], "trips")
            try expectEqual(accounts.guest.stack.status.phase, .started, "phase then")
        },
        signInPromise("A live query opens the guest's stores too") { ground in
            let accounts = try await ground.open()
            var live = accounts.guest.stack.observe(Trip.all).makeAsyncIterator()
            try expectEqual(try await live.next()?.count, 0, "trips at first")
            try await accounts.guest.add(["Oslo"])
            try expectEqual(try await live.next()?.map(\.title), ["Oslo"], "trips")
        },
        signInPromise("The guest is the same after a restart", needs: .persistent) { ground in
            let accounts = try await ground.open()
            let place = accounts.guest.place
            try await accounts.guest.add(["Oslo"])
            try await accounts.close()
            try await expectErrorAsync(.closed, "closed") { _ = try await accounts.guest.trips }
            let again = try await ground.open()
            try expectEqual(again.guest.place, place, "place")
            try expectEqual(try await again.guest.trips, ["Oslo"], "trips")
        },
        signInPromise("The guest has no sign-in") { ground in
            let guest = try await ground.open().guest
            try await expectErrorAsync(.denied, "a sign-in") { try await guest.signIn() }
            try await expectErrorAsync(.denied, "a refresh") { try await guest.refresh() }
            try await expectErrorAsync(.denied, "a credential") { _ = try await guest.tokens }
            try await expectErrorAsync(.denied, "a sign-out") { try await guest.signOut() }
            try expectEqual(ground.server.count(.signIn) + ground.server.count(.signOut), 0, "questions")
        },
        signInPromise("The guest's data stay the guest's when somebody signs in") { ground in
            let accounts = try await ground.open()
            try await accounts.guest.add(["Oslo"])
            let ada = try await accounts.signIn()
            try expectEqual(try await ada.trips, [], "trips of the user")
            try await ada.add(["Rome"])
            try await ada.signOut()
            try expectEqual(try await accounts.current.trips, ["Oslo"], "trips of the guest")
        },
        signInPromise("A new account adopts what the guest has, and the guest begins anew") { ground in
            let accounts = try await ground.open()
            let former = accounts.guest
            try await former.add(["Oslo"])
            let ada = try await accounts.signIn(guest: .adopt)
            try expect(accounts.current === ada, "the current one")
            try expectEqual(ada.place, former.place, "place")
            try expectEqual(ada.state.name, "signedIn", "state")
            try expectEqual(try await ada.trips, ["Oslo"], "trips of the user")
            try expect(accounts.guest.place != ada.place, "another place")
            try expectEqual(try await accounts.guest.trips, [], "trips of the next guest")
            try await expectErrorAsync(.closed, "the former guest") { _ = try await former.trips }
            try await expectErrorAsync(.invalidValue, "a switch to it") {
                try await accounts.switch(to: former)
            }
            try await accounts.guest.add(["Rome"])
            ground.server.expect("bob")
            let bob = try await accounts.signIn(guest: .adopt)
            try expectEqual(try await bob.trips, ["Rome"], "trips of the second")
            try expectEqual(try await ada.trips, ["Oslo"], "trips of the first")
            try expectEqual(Set([ada.place, bob.place, accounts.guest.place]).count, 3, "places")
        },
        signInPromise("What was adopted is there after a restart", needs: .persistent) { ground in
            let accounts = try await ground.open()
            try await accounts.guest.add(["Oslo"])
            let tokens = try await accounts.signIn(guest: .adopt).tokens
            let guest = accounts.guest.place
            try await accounts.close()
            let again = try await ground.open()
            try expectEqual(again.current.user?.email, "ada", "the current one")
            try expectEqual(try await again.current.trips, ["Oslo"], "trips")
            try expectEqual(try await again.current.tokens, tokens, "tokens")
            try expectEqual(again.guest.place, guest, "place of the guest")
            try expectEqual(try await again.guest.trips, [], "trips of the guest")
        },
        signInPromise("What nobody has used can be adopted too") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn(guest: .adopt)
            try await ada.add(["Oslo"])
            try expectEqual(try await accounts.guest.trips, [], "trips of the guest")
        },
        signInPromise("A kill in an adoption holds the next one up, which then adopts") { ground in
            let accounts = try await ground.open()
            try await accounts.guest.add(["Oslo"])
            _ = try await accounts.sharedStack.perform { context in
                try context.updateAll(AccountRecord.where { $0.user == "" }) {
                    $0.lease.set(to: "somebody")
                    $0.leaseEnds.set(to: SignInGround.start.addingTimeInterval(30))
                    $0.leaseWrites.set(to: true)
                }
            }
            let adopting = Task {
                try await accounts.signIn(ground.server.signedIn(), guest: .adopt)
            }
            try await ground.reach { ground.clock.sleepers != [] }
            try expect(accounts.current === accounts.guest, "the current one meanwhile")
            ground.setTime(31)
            let ada = try await ground.run(until: adopting)
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try expectEqual(ada.state.name, "signedIn", "state")
        },
        signInPromise("A kill in an adoption leaves no credential at the guest's place", needs: .persistent) {
            ground in
            let accounts = try await ground.open()
            try await accounts.close()
            try await ground.secrets.store([1], at: accounts.guest.place)
            let again = try await ground.open()
            try expectEqual(try await ground.secrets.secret(at: again.guest.place), nil, "the secret")
            try expectEqual(try await again.signIn(guest: .adopt).tokens.access, 1, "token")
        },
        signInPromise("A user who has an account adopts nothing, and nothing is changed") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let tokens = try await ada.tokens
            try await accounts.switch(to: accounts.guest)
            let guest = accounts.guest
            try await guest.add(["Oslo"])
            try await expectErrorAsync(.constraint, "a second place") {
                _ = try await accounts.signIn(guest: .adopt)
            }
            try expect(accounts.guest === guest && accounts.current === guest, "the guest")
            try expectEqual(try await guest.trips, ["Oslo"], "trips of the guest")
            try expectEqual(try await ada.trips, [], "trips of the user")
            try expectEqual(try await ada.tokens, tokens, "tokens")
            try expectEqual(try await ground.secrets.secret(at: guest.place), nil, "a secret of the guest")
            ground.server.expect("bob")
            try expectEqual(try await accounts.signIn(guest: .adopt).trips, ["Oslo"], "trips of a new user")
        },
        signInPromise("A program moves what it wants from the guest to the user") { ground in
            let accounts = try await ground.open()
            try await accounts.guest.add(["Oslo", "Rome"])
            let ada = try await accounts.signIn(
                guest: .move { guest, account in
                    try expect(guest === accounts.guest && accounts.current === guest, "the guest")
                    try expectEqual(account.user?.email, "ada", "the user")
                    try await account.add(guest.trips.filter { $0 == "Oslo" })
                })
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try expectEqual(try await accounts.guest.trips, ["Oslo", "Rome"], "trips of the guest")
        },
        signInPromise("If moving fails, the former account stays current, and the user is signed in") {
            ground in
            let accounts = try await ground.open()
            do {
                _ = try await accounts.signIn(guest: .move { _, _ in throw TravelServer.Offline() })
                throw ConformanceFailure(.broken, "it has not failed")
            } catch is TravelServer.Offline {}
            try expect(accounts.current === accounts.guest, "the guest")
            let ada = try await accounts.account(ObjectID("ada"))
            try expectEqual(ada.state.name, "signedIn", "state")
            try await accounts.switch(to: ada)
            try expect(accounts.current === ada, "after a switch")
        },
        signInPromise("There is one record of the guest, whatever becomes of its place") { ground in
            let accounts = try await ground.open()
            for name in ["ada", "bob"] {
                ground.server.expect(name)
                _ = try await accounts.signIn(guest: .adopt)
            }
            let places = try await accounts.sharedStack.perform { context in
                try context.fetch(AccountRecord.where { $0.user == "" }).map(\.place)
            }
            try expectEqual(places, [accounts.guest.place], "places of nobody")
            try expectEqual(try await ground.records(accounts).map(\.user), ["\"ada\"", "\"bob\""], "users")
        },
    ]
}
