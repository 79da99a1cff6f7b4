import Granary
import GranaryAccounts
import GranaryConformance

/// The purgeable stores of one account can be emptied, and nothing else is.
enum PurgingPromises: AccountPromiseList {
    static let promises: [ConformancePromise] = [
        promise("Purging empties the purgeable stores of one account", needs: .files) { ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob", trips: ["Rome"])
            for account in [ada, bob] { try await account.add(timetables: [1, 2]) }
            try await ada.purge()
            try expectEqual(try await ada.timetables, [], "timetables")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try expectEqual(try await bob.timetables, [1, 2], "timetables of the other")
            try await ada.add(timetables: [3])
            try expectEqual(try await ada.timetables, [3], "timetables then")
            try await accounts.close()
            let again = try await ground.open(AccountGround.purgingTimetables)
            let same = try await again.account(ada.userID)
            try expectEqual(try await same.timetables, [3], "after a restart")
            try await same.purge()
            let new = same.stack.status.stores.filter(\.isNew).map(\.name)
            try expectEqual(new, ["Timetables"], "stores that are new")
        },
        promise("Live queries and contexts learn of it", needs: .files) { ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada")
            try await ada.add(timetables: [1])
            try await accounts.switch(to: ada)
            var live = ada.stack.observe(Timetable.all).makeAsyncIterator()
            var following = accounts.observe(Timetable.all).makeAsyncIterator()
            try expectEqual(try await live.next()?.map(\.number), [1], "before")
            try expectEqual(
                try await following.next()?.result.map(\.number), [1], "before, of the current one")
            try await ada.purge()
            try expectEqual(try await live.next()?.map(\.number), [], "after")
            try expectEqual(try await following.next()?.result.map(\.number), [], "after, of the current one")
            try await ada.add(timetables: [2])
            try expectEqual(try await live.next()?.map(\.number), [2], "then")
        },
        promise("Work waits while an account is purged, and none fails", needs: .files) { ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try await ada.add(timetables: [number]) }
                    if number % 5 == 0 { group.addTask { try await ada.purge() } }
                }
                try await group.waitForAll()
            }
            try await ada.purge()
            try expectEqual(try await ada.timetables, [], "timetables")
        },
        promise("Work that does not end in time keeps what there is", needs: .files) { ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada")
            try await ada.add(timetables: [1])
            let work = await StandingWork(in: ada.stack, counting: Timetable.all)
            try await expectErrorAsync(.timeout, "purging") {
                try await ada.purge(running: .wait(upTo: .milliseconds(1)))
            }
            try expectEqual(try await work.end(), 1, "timetables in the work")
            try expectEqual(try await ada.timetables, [1], "timetables")
        },
        promise("An account that rests is purged too", needs: .files) { ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await ada.add(timetables: [1])
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            try await ada.purge()
            try expectEqual(ada.stack.status.phase, .resting, "phase")
            try expectEqual(try await ada.timetables, [], "timetables")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
        },
        promise("The guest can be purged", needs: .files) { ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            try await accounts.guest.add(timetables: [1])
            try await accounts.guest.purge()
            try expectEqual(try await accounts.guest.timetables, [], "timetables")
        },
        promise("Where nothing is purgeable, purging changes nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await ada.add(timetables: [1])
            try await ada.purge()
            try expectEqual(try await ada.timetables, [1], "timetables")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
        },
    ]
}
