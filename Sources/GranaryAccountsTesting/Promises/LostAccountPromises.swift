import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// Whoever another process forgets is as one who is forgotten here, and nothing of theirs opens empty.
enum LostAccountPromises: SignInPromiseList {
    private static let several: Capabilities = [.persistent, .severalProcesses]

    static let promises: [ConformancePromise] = [
        signInPromise(
            "Whoever another process forgets while they rest here is closed as if forgotten here",
            needs: several
        ) { ground in
            let (here, there) = try await ground.openTwice()
            let ada = try await signIn("ada", ground, here)
            let bob = try await signIn("bob", ground, here)
            let states = Task { for await _ in ada.states {} }
            try await rest(ada)
            try await there.forget(ada.userID)
            let first = try await expectErrorAsync(.closed, "a unit of work") { _ = try await ada.trips }
            try await expectErrorAsync(.closed, "a live query") {
                var live = ada.stack.observe(Trip.all).makeAsyncIterator()
                _ = try await live.next()
            }
            try expectError(.closed, "a context") { _ = try ada.stack.makeContext() }
            await states.value
            try await here.forget(bob.userID)
            let own = try await expectErrorAsync(.closed, "of bob") { _ = try await bob.trips }
            try expectEqual(first.message, own.message, "the words")
            try await expectErrorAsync(.notFound, "the account") { _ = try await here.account(ada.userID) }
            try expectNothing(of: ada, ground)
        },
        signInPromise(
            "Whoever another process forgets while they are current here, and rest, is followed by the guest",
            needs: several
        ) { ground in
            let (here, there) = try await ground.openTwice()
            let bob = try await signIn("bob", ground, here)
            let ada = try await signIn("ada", ground, here)
            try await rest(bob)
            try await there.forget(bob.userID)
            // Nobody has noticed yet.
            try await expectErrorAsync(.notFound, "a switch to bob") { try await here.switch(to: bob) }
            try await rest(ada)
            try await there.forget(ada.userID)
            try await expectErrorAsync(.closed, "the current one") { _ = try await here.current.trips }
            try await ground.reach { here.current === here.guest }
            try await expectErrorAsync(.notFound, "a switch") { try await here.switch(to: ada) }
            try expectEqual(try await here.current.trips, [], "trips of the guest")
            let again = try await signIn("ada", ground, there)
            try expectEqual(try await here.account(again.userID).place, again.place, "the new place")
        },
        signInPromise(
            "Whoever another process forgets after a sign-out here does not open their stores again",
            needs: several
        ) { ground in
            let (here, there) = try await ground.openTwice()
            let ada = try await signIn("ada", ground, here)
            try await ada.signOut()
            try await there.forget(ada.userID)
            // Each has the account closed behind the caller, and none closes the next one of this user.
            for _ in 0..<4 {
                try await expectErrorAsync(.closed, "a sign-in") { try await ada.signIn() }
            }
            try expectNothing(of: ada, ground)
            ground.server.expect("ada")
            try expectEqual(try await here.signIn().trips, [], "trips of one who comes back")
        },
        signInPromise("A refresh finds out that another process has forgotten its account", needs: several) {
            ground in
            let (here, there) = try await ground.openTwice()
            let ada = try await signIn("ada", ground, here)
            try await rest(ada)
            try await there.forget(ada.userID)
            try await expectErrorAsync(.notFound, "a refresh") { try await ada.refresh() }
            try await ground.reach { here.current === here.guest && ada.stack.status.phase == .closed }
            try expectNothing(of: ada, ground)
        },
        signInPromise(
            "An account in use that another process forgets is closed once its work has ended",
            needs: [.persistent, .severalProcesses, .foreignSaves]
        ) { ground in
            let (here, there) = try await ground.openTwice(following: true)
            let ada = try await signIn("ada", ground, here)
            let work = await StandingWork(in: ada.stack)
            // As it begins: an engine that can tell who has a store open erases nothing now.
            try await ground.change(there) { $0.isForgotten.set(to: true) }
            try await ground.reach { ada.stack.status.phase == .stopping }
            try await expectErrorAsync(.closed, "new work") { _ = try await ada.trips }
            try expectEqual(try await work.end(), 1, "trips in the work")
            try await ground.reach { ada.stack.status.phase == .closed }
            try expect(here.current === here.guest, "who is current")
            try await there.forget(ada.userID)
            try expectNothing(of: ada, ground)
        },
        signInPromise(
            "Nobody is forgotten whose stores another process has open, where the engine can tell",
            needs: [.persistent, .severalProcesses, .files]
        ) { ground in
            let (here, there) = try await ground.openTwice()
            let ada = try await signIn("ada", ground, here)
            try await expectErrorAsync(.locked, "forgetting") { try await there.forget(ada.userID) }
            try expectEqual(try await ground.records(here).map(\.isForgotten), [false], "marks")
            for accounts in [here, there] {
                try expectEqual(try await accounts.account(ada.userID).trips, ["of ada"], "trips")
            }
            try await rest(ada)
            try await there.forget(ada.userID)
            try await expectErrorAsync(.closed, "the account") { _ = try await ada.trips }
        },
    ]

    /// Signs somebody in who gets a trip.
    private static func signIn(
        _ name: String, _ ground: SignInGround, _ accounts: SignInGround.TravelAccounts
    ) async throws -> SignInGround.TravelAccount {
        ground.server.expect(name)
        let account = try await accounts.signIn()
        try await account.add(["of \(name)"])
        return account
    }

    private static func rest(_ account: SignInGround.TravelAccount) async throws {
        let rests = try await account.stack.rest()
        try expect(rests, "it rests")
    }

    private static func expectNothing(of account: SignInGround.TravelAccount, _ ground: SignInGround) throws {
        guard ground.ground.hasFiles else { return }
        let left = try FileTree(ground.ground.directory).paths.filter { $0.holds(account.place) }
        try expectEqual(left, [], "files of who is forgotten")
    }
}
