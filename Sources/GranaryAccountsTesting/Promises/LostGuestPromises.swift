import Granary
import GranaryAccounts
import GranaryConformance

/// A guest whose place another process gives to an account never works in the stores of somebody.
enum LostGuestPromises: SignInPromiseList {
    private static let several: Capabilities = [.persistent, .severalProcesses]

    static let promises: [ConformancePromise] = [
        signInPromise(
            "A guest who rests while another process gives their place away has another one", needs: several
        ) { ground in
            let (here, there) = try await ground.openTwice()
            let former = here.guest
            try await former.add(["Oslo"])
            try await rest(former)
            let ada = try await there.signIn(guest: .adopt)
            try await expectErrorAsync(.closed, "the former guest") { _ = try await former.trips }
            try await ground.reach { here.guest !== former }
            try expect(here.current === here.guest, "who is current")
            try expectEqual(here.guest.place, there.guest.place, "the place")
            try expectEqual(try await here.guest.trips, [], "trips of the guest")
            try await here.guest.add(["Rome"])
            try expectEqual(try await there.guest.trips, ["Rome"], "trips of the guest there")
            try expectEqual(try await ada.trips, ["Oslo"], "trips of who has adopted")
            try await ground.reach { former.stack.status.phase == .closed }
        },
        signInPromise(
            "A former guest purges nothing of the account that has the place now",
            needs: [.persistent, .severalProcesses, .files]
        ) { ground in
            let (here, there) = try await ground.openTwice(AccountGround.purgingTimetables)
            let former = here.guest
            try await former.add(timetables: [1])
            try await rest(former)
            let ada = try await there.signIn(guest: .adopt)
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            try await expectErrorAsync(.closed, "purging") { try await former.purge() }
            try expectEqual(try await ada.timetables, [1], "timetables of who has adopted")
        },
        signInPromise(
            "A guest in use whose place another process gives away ends when that is told",
            needs: [.persistent, .severalProcesses, .foreignSaves]
        ) { ground in
            let (here, there) = try await ground.openTwice(following: true)
            let former = here.guest
            try await former.add(["Oslo"])
            var following = here.observe(Trip.all).makeAsyncIterator()
            try expectEqual(try await following.next()?.result.map(\.title), ["Oslo"], "trips at first")
            let work = await StandingWork(in: former.stack)
            let ada = try await adopt(in: there)
            try await ground.reach { former.stack.status.phase == .stopping }
            try await ada.add(["Rome"])
            try await expectErrorAsync(.closed, "new work") { _ = try await former.trips }
            _ = try await work.end()
            try expectEqual(try await following.next()?.result.map(\.title), [], "trips of the next guest")
            try await ground.reach { former.stack.status.phase == .closed }
            try expectEqual(here.guest.place, there.guest.place, "the place")
            try expectEqual(try await ada.trips, ["Oslo", "Rome"], "trips of who has adopted")
        },
        signInPromise(
            "A guest whose place is somebody's by now does not become current, and nothing is moved from there",
            needs: several
        ) { ground in
            let (here, there) = try await ground.openTwice()
            ground.server.expect("bob")
            let bob = try await here.signIn()
            for name in ["ada", "eve"] {
                let former = here.guest
                try await former.add(["of \(name)"])
                ground.server.expect(name)
                let account = try await adopt(in: there)
                if name == "ada" {
                    try await expectErrorAsync(.invalidValue, "a switch") {
                        try await here.switch(to: former)
                    }
                } else {
                    ground.server.expect("bob")
                    _ = try await here.signIn(
                        guest: .move { guest, account in
                            try expect(guest !== former, "another guest")
                            try await account.add(guest.trips)
                        })
                }
                try expect(here.current === bob && here.guest !== former, "who is current")
                try expectEqual(try await account.trips, ["of \(name)"], "trips")
            }
            try expectEqual(try await bob.trips, [], "trips of bob")
            try expectEqual(here.guest.place, there.guest.place, "the place")
        },
        signInPromise(
            "Whoever adopts a place that another process has given away adopts nothing, and then the next one",
            needs: several
        ) { ground in
            let (here, there) = try await ground.openTwice()
            try await here.guest.add(["Oslo"])
            let ada = try await adopt(in: there)
            ground.server.expect("bob")
            try await expectErrorAsync(.conflict, "the first") { _ = try await here.signIn(guest: .adopt) }
            try await here.guest.add(["Rome"])
            ground.server.expect("bob")
            try expectEqual(try await here.signIn(guest: .adopt).trips, ["Rome"], "trips of bob")
            try expectEqual(try await ada.trips, ["Oslo"], "trips of ada")
        },
        signInPromise(
            "No place of a guest is adopted whose stores another process has open, where the engine can tell",
            needs: [.persistent, .severalProcesses, .files]
        ) { ground in
            let (here, there) = try await ground.openTwice()
            let guest = here.guest
            try await guest.add(["Oslo"])
            try await expectErrorAsync(.locked, "adopting") { _ = try await there.signIn(guest: .adopt) }
            try expectEqual(try await ground.records(there).count, 0, "records of users")
            try expectEqual(try await ground.secrets.secret(at: guest.place), nil, "a secret of the guest")
            try expectEqual(try await there.guest.trips, ["Oslo"], "trips of the guest there")
            try await rest(guest)
            try expectEqual(try await there.signIn(guest: .adopt).trips, ["Oslo"], "trips of the user")
        },
    ]

    /// Signs a user in who takes the guest's place over, which no engine refuses: it cannot be told who has stores open that
    /// are in use here too.
    private static func adopt(
        in accounts: SignInGround.TravelAccounts
    ) async throws -> SignInGround.TravelAccount {
        let use = try await accounts.guest.stack.heldAwake()
        defer { withExtendedLifetime(use) {} }
        return try await accounts.signIn(guest: .adopt)
    }

    private static func rest(_ account: SignInGround.TravelAccount) async throws {
        let rests = try await account.stack.rest()
        try expect(rests, "it rests")
    }
}
