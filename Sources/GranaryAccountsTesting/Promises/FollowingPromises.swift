import Granary
import GranaryAccounts
import GranaryConformance

/// A live query of the current account has the results of one account after the other, and never mixes them.
enum FollowingPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("Results are those of the current account, each with its user") { ground in
            let accounts = try await ground.open()
            var live = accounts.observe(byTitle).makeAsyncIterator()
            try await expectNext(&live, nil, [], "of the guest")
            try await accounts.guest.add(["Bern"])
            try await expectNext(&live, nil, ["Bern"], "of the guest then")
            let ada = try await accounts.signIn()
            try await expectNext(&live, "ada", [], "of the user")
            try await ada.add(["Oslo"])
            try await expectNext(&live, "ada", ["Oslo"], "of the user then")
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            try await bob.add(["Rome"])
            try await expectNext(&live, "bob", ["Rome"], "of another")
            try await accounts.switch(to: ada)
            try await expectNext(&live, "ada", ["Oslo"], "after a switch")
            try await accounts.switch(to: accounts.guest)
            try await expectNext(&live, nil, ["Bern"], "of the guest again")
        },
        signInPromise("What was not fetched before a switch never is") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            try await accounts.switch(to: ada)
            var live = accounts.observe(byTitle).makeAsyncIterator()
            try await expectNext(&live, "ada", [], "at first")
            try await ada.add(["Oslo"])
            try await accounts.switch(to: bob)
            try await ada.add(["Bergen"])
            try await expectNext(&live, "bob", [], "after the switch")
            try await bob.add(["Rome"])
            try await expectNext(&live, "bob", ["Rome"], "then")
        },
        signInPromise("Whoever waits for a result gets that of the next account") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try await accounts.switch(to: accounts.guest)
            let begun = TaskGate()
            let reading = Task {
                var live = accounts.observe(byTitle).makeAsyncIterator()
                try await expectNext(&live, nil, [], "at first")
                begun.open()
                try await expectNext(&live, "ada", ["Oslo"], "after the switch")
            }
            await begun.wait()
            try await accounts.switch(to: ada)
            try await reading.value
        },
        signInPromise("A query can depend on the user") { ground in
            let accounts = try await ground.open()
            var live = accounts.observe { user in
                let name = user?.email ?? "nobody"
                return Trip.where { $0.title == name }
            }.makeAsyncIterator()
            try await accounts.guest.add(["ada", "nobody"])
            try await expectNext(&live, nil, ["nobody"], "of the guest")
            try await accounts.signIn().add(["ada", "nobody"])
            try await expectNext(&live, "ada", ["ada"], "of the user")
        },
        signInPromise("Signing out and forgetting lead to the guest") { ground in
            let accounts = try await ground.open()
            try await accounts.guest.add(["Bern"])
            let ada = try await accounts.signIn()
            var live = accounts.observe(byTitle).makeAsyncIterator()
            try await expectNext(&live, "ada", [], "of the user")
            try await ada.signOut()
            try await expectNext(&live, nil, ["Bern"], "after a sign-out")
            _ = try await accounts.signIn()
            try await expectNext(&live, "ada", [], "of the user again")
            try await accounts.forget(ada.userID)
            try await expectNext(&live, nil, ["Bern"], "after forgetting")
        },
        signInPromise("Adoption leads from the guest to the user") { ground in
            let accounts = try await ground.open()
            try await accounts.guest.add(["Bern"])
            var live = accounts.observe(byTitle).makeAsyncIterator()
            try await expectNext(&live, nil, ["Bern"], "of the guest")
            let ada = try await accounts.signIn(guest: .adopt)
            try await expectNext(&live, "ada", ["Bern"], "of the user")
            try await ada.add(["Oslo"])
            try await expectNext(&live, "ada", ["Bern", "Oslo"], "of the user then")
        },
        signInPromise("The results end with the accounts, and with the task") { ground in
            let accounts = try await ground.open()
            let query = accounts.observe(byTitle)
            let begun = TaskGate()
            let reading = Task {
                var count = 0
                for try await _ in query {
                    count += 1
                    begun.open()
                }
                return count
            }
            await begun.wait()
            reading.cancel()
            try expectEqual(try await reading.value, 1, "results before the task was cancelled")
            var live = query.makeAsyncIterator()
            try await expectNext(&live, nil, [], "another reader")
            try await accounts.close()
            let end = try await live.next()
            try expect(end == nil, "the end")
            var late = query.makeAsyncIterator()
            let lateEnd = try await late.next()
            try expect(lateEnd == nil, "the end for one who comes late")
        },
        signInPromise("Readers of results are apart") { ground in
            let accounts = try await ground.open()
            var (one, other) = (
                accounts.observe(byTitle).makeAsyncIterator(),
                accounts.observe(byTitle).makeAsyncIterator()
            )
            try await expectNext(&one, nil, [], "of the one")
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try await expectNext(&one, "ada", ["Oslo"], "of the one then")
            try await expectNext(&other, "ada", ["Oslo"], "of the other")
        },
        signInPromise("While accounts are switched and save, no result of one shows at another") { ground in
            let accounts = try await ground.open()
            var known: [SignInGround.TravelAccount] = []
            for name in ["ada", "bob", "Ada"] {
                ground.server.expect(name)
                known.append(try await accounts.signIn())
            }
            let all = known + [accounts.guest]
            let reading = Task {
                for try await (user, trips) in accounts.observe(Trip.all) {
                    for trip in trips {
                        try expectEqual(trip.title, user.map { "\($0.key)" } ?? "guest", "whose trip it is")
                    }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for account in all {
                    group.addTask {
                        for _ in 0..<10 { try await account.add([account.user?.email ?? "guest"]) }
                    }
                }
                for number in 0..<20 { group.addTask { try await accounts.switch(to: all[number % 4]) } }
                try await group.waitForAll()
            }
            try await accounts.close()
            try await reading.value
        },
    ]

    private static var byTitle: Query<Trip> { Trip.all.sorted { $0.title.ascending } }

    private static func expectNext(
        _ live: inout AccountQuery<TravelClient, Trip>.Iterator, _ user: String?, _ titles: [String],
        _ what: String
    ) async throws {
        let next = try await live.next()
        guard let (account, result) = next else { throw ConformanceFailure(.broken, "no result \(what)") }
        try expectEqual(account, user.map { ObjectID($0) }, "user \(what)")
        try expectEqual(result.map(\.title), titles, "trips \(what)")
    }
}
