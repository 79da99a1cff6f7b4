import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// What is forgotten is gone for good, and nothing else is.
enum ForgettingPromises: AccountPromiseList {
    static let promises: [ConformancePromise] = [
        promise("A forgotten account is gone, with its record and its user") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob", trips: ["Rome"])
            try await bob.stack.perform { context in
                try context.insert(Airline("SK"))
                try context.save()
            }
            try await accounts.forget(ada.userID)
            try await expectErrorAsync(.notFound, "the account") {
                _ = try await accounts.account(ada.userID)
            }
            try await expectErrorAsync(.notFound, "again") { try await accounts.forget(ada.userID) }
            try await expectErrorAsync(.closed, "its stack") { _ = try await ada.trips }
            let left = try await accounts.sharedStack.perform { context in
                (
                    users: try context.fetch(Traveller.all).map(\.email),
                    records: try context.fetch(AccountRecord.ofUsers).map(\.user),
                    airlines: try context.count(Airline.all)
                )
            }
            try expectEqual(left.users, ["bob"], "users")
            try expectEqual(left.records, ["\"bob\""], "records")
            try expectEqual(left.airlines, 1, "airlines")
            try expectEqual(try await bob.trips, ["Rome"], "trips of the other")
        },
        promise("No file of a forgotten account is left", needs: .files) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo-Bergen"])
            let before = try FileTree(ground.directory).paths
            try expect(before.contains { $0.holds(ada.place) }, "files: \(before)")
            try await accounts.forget(ada.userID)
            let after = try FileTree(ground.directory).paths
            try expect(!after.contains { $0.holds(ada.place) }, "files: \(after)")
        },
        promise("A user who comes back begins empty, at another place") { ground in
            let accounts = try await ground.open()
            let former = try await accounts.create("ada", trips: ["Oslo"])
            try await accounts.forget(former.userID)
            let again = try await accounts.create("ada")
            try expectEqual(try await again.trips, [], "trips")
            try expect(again.place != former.place, "the place")
        },
        promise("Forgetting somebody unknown changes nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await expectErrorAsync(.notFound, "bob") { try await accounts.forget(ObjectID("bob")) }
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
        },
        promise("What a kill has left half, the next start finishes", needs: .persistent) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            _ = try await accounts.create("bob", trips: ["Rome"])
            // As far as it comes before anything is erased.
            _ = try await accounts.sharedStack.perform { context in
                try context.updateAll(AccountRecord.where { $0.user == "\"ada\"" }) {
                    $0.isForgotten.set(to: true)
                }
            }
            try await accounts.close()
            let again = try await ground.open()
            try await expectErrorAsync(.notFound, "the account") { _ = try await again.account(ada.userID) }
            let users = try await again.sharedStack.perform { try $0.fetch(Traveller.all).map(\.email) }
            try expectEqual(users, ["bob"], "users")
            try expectEqual(try await again.create("ada").trips, [], "trips of one who comes back")
            try expectEqual(try await again.account(ObjectID("bob")).trips, ["Rome"], "trips of the other")
        },
        promise("An account that is not open is forgotten too", needs: .persistent) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await accounts.close()
            let again = try await ground.open()
            try await again.forget(ada.userID)
            try await expectErrorAsync(.notFound, "the account") { _ = try await again.account(ada.userID) }
        },
        promise("A user whom the program has deleted is forgotten all the same") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            try await accounts.sharedStack.perform { context in
                if let user = try context.object(ada.userID) { try context.delete(user) }
                try context.save()
            }
            try await accounts.forget(ada.userID)
            let records = try await accounts.sharedStack.perform { try $0.count(AccountRecord.ofUsers) }
            try expectEqual(records, 0, "records")
        },
        promise("Work that does not end in time keeps an account") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let work = await StandingWork(in: ada.stack)
            try await expectErrorAsync(.timeout, "forgetting") {
                try await accounts.forget(ada.userID, running: .wait(upTo: .milliseconds(1)))
            }
            try expectEqual(try await work.end(), 1, "trips in the work")
            try expectEqual(try await accounts.account(ada.userID).trips, ["Oslo"], "trips")
            try await accounts.forget(ada.userID)
        },
        promise("Whoever is cancelled while work runs has forgotten nobody, and can again") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let work = await StandingWork(in: ada.stack)
            let forgetting = Task { try await accounts.forget(ada.userID) }
            try await ground.reach { ada.stack.status.phase == .stopping }
            // A process that starts now must not finish what may yet end.
            let marks = try await accounts.sharedStack.perform { context in
                try context.fetch(AccountRecord.ofUsers).map(\.isForgotten)
            }
            try expectEqual(marks, [false], "marks")
            forgetting.cancel()
            try await expectErrorAsync(.cancelled, "forgetting") { try await forgetting.value }
            try expectEqual(try await work.end(), 1, "trips in the work")
            try expectEqual(try await accounts.account(ada.userID).trips, ["Oslo"], "trips")
            try await accounts.forget(ada.userID)
            try await expectErrorAsync(.closed, "its stack") { _ = try await ada.trips }
        },
        promise("Of two who forget an account at once, neither erases it while work runs") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let work = await StandingWork(in: ada.stack)
            let first = Task { try await accounts.forget(ada.userID) }
            try await ground.reach { ada.stack.status.phase == .stopping }
            let second = Task { try await accounts.forget(ada.userID) }
            // Time in which it could do harm.
            for _ in 0..<1_000 { await Task.yield() }
            try expectEqual(try await work.end(), 1, "trips in the work")
            try await first.value
            try await expectErrorAsync(.notFound, "the second") { try await second.value }
            try await expectErrorAsync(.notFound, "the account") {
                _ = try await accounts.account(ada.userID)
            }
        },
        promise("A record that names no user is forgotten too, and the guest never", needs: .persistent) {
            ground in
            let accounts = try await ground.open()
            _ = try await accounts.create("ada", trips: ["Oslo"])
            try await accounts.guest.add(["Rome"])
            // As somebody with an editor would leave it.
            _ = try await accounts.sharedStack.perform { context in
                _ = try context.updateAll(AccountRecord.ofUsers) { $0.user.set(to: "{") }
                return try context.updateAll(AccountRecord.all) { $0.isForgotten.set(to: true) }
            }
            try await accounts.close()
            let again = try await ground.open()
            let records = try await again.sharedStack.perform { try $0.count(AccountRecord.ofUsers) }
            try expectEqual(records, 0, "records")
            try expectEqual(try await again.guest.trips, ["Rome"], "trips of the guest")
        },
        promise(
            "Whoever another process forgets while they rest here is unknown here, and comes back empty",
            needs: [.persistent, .severalProcesses]
        ) { ground in
            let (here, there) = (try await ground.open(), try await ground.open())
            let ada = try await here.create("ada", trips: ["Oslo"])
            let id = try ada.userID
            try await ada.stack.rest()
            try await there.forget(id)
            try await expectErrorAsync(.notFound, "the account") { _ = try await here.account(id) }
            let again = try await there.create("ada", trips: ["Rome"])
            let same = try await here.account(id)
            try expectEqual(same.place, again.place, "the place")
            try expectEqual(try await same.trips, ["Rome"], "trips")
            try await expectErrorAsync(.closed, "the former one") { _ = try await ada.trips }
        },
        promise("An account whose stack the program has closed is forgotten all the same") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await ada.stack.close()
            try await accounts.forget(ada.userID)
            try expectEqual(try await accounts.create("ada").trips, [], "trips of one who comes back")
        },
    ]
}
