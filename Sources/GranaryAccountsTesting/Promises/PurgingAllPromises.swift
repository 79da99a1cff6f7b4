import Granary
import GranaryAccounts
import GranaryConformance

/// The purgeable stores of all accounts are bounded together, and those that are missed least go first.
enum PurgingAllPromises: AccountPromiseList {
    /// More than the pages of an empty store hold.
    private static let many = Array(0..<2_000)

    static let promises: [ConformancePromise] = [
        promise("Purging all accounts begins with the one unused longest", needs: [.files, .inspection]) {
            ground in
            // With a limit, accounts note when they are used.
            let accounts = try await ground.open(limit: 10, AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob", trips: ["Rome"])
            for account in [ada, bob] { try await account.add(timetables: many) }
            _ = try await ada.timetables
            let before = try await accounts.purge(above: .max)
            try expectEqual(before.accounts.count, 0, "purged accounts at first")
            let purge = try await accounts.purge(above: before.size - 1)
            try expectEqual(purge.accounts.map(\.place), [bob.place], "purged accounts")
            try expectEqual(purge.accounts.map(\.freed), [before.size - purge.size], "bytes")
            try expect(purge.size < before.size, "the size")
            try expectEqual(try await ada.timetables, many, "timetables")
            try expectEqual(try await bob.timetables, [], "timetables of who is purged")
            try expectEqual(try await bob.trips, ["Rome"], "trips")
        },
        promise("The current account is purged last, as far as it must be", needs: [.files, .inspection]) {
            ground in
            let accounts = try await ground.open(limit: 10, AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada")
            let bob = try await accounts.create("bob")
            try await accounts.switch(to: ada)
            for account in [ada, bob] { try await account.add(timetables: many) }
            let purge = try await accounts.purge(above: 0)
            try expectEqual(purge.accounts.map(\.place), [bob.place, ada.place], "purged accounts")
            try expect(purge.accounts.allSatisfy { $0.error == nil && $0.freed > 0 }, "what became of them")
        },
        promise("An account that is not open is purged too, and not opened", needs: [.files, .inspection]) {
            ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await ada.add(timetables: many)
            try await accounts.close()
            let again = try await ground.open(AccountGround.purgingTimetables)
            let purge = try await again.purge(above: 0)
            try expectEqual(purge.accounts.map(\.place), [ada.place], "purged accounts")
            try expectEqual(purge.size, 0, "size")
            let left = try FileTree(ground.directory).files.filter {
                $0.holds(ada.place) && $0.holds("timetables")
            }
            try expectEqual(left, [], "files")
            let same = try await again.account(ada.userID)
            try expectEqual(
                same.stack.status.stores.filter(\.isNew).map(\.name), ["Timetables"], "new stores")
            try expectEqual(try await same.timetables, [], "timetables")
            try expectEqual(try await same.trips, ["Oslo"], "trips")
        },
        promise("An account whose work does not end is passed over", needs: [.files, .inspection]) { ground in
            let accounts = try await ground.open(AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada")
            let bob = try await accounts.create("bob")
            for account in [ada, bob] { try await account.add(timetables: many) }
            let work = await StandingWork(in: ada.stack, counting: Timetable.all)
            let purge = try await accounts.purge(above: 0, running: .wait(upTo: .milliseconds(1)))
            try expectEqual(purge.accounts.map(\.place), [bob.place, ada.place], "accounts")
            try expectEqual(purge.accounts.map { $0.error?.code }, [nil, .timeout], "errors")
            try expectEqual(try await work.end(), many.count, "timetables in the work")
        },
        promise("Where nothing is purgeable, purging all accounts does nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            try await ada.add(timetables: [1])
            let purge = try await accounts.purge(above: 0)
            try expectEqual(purge.accounts.count, 0, "purged accounts")
            try expectEqual(purge.size, 0, "size")
            try expectEqual(try await ada.timetables, [1], "timetables")
        },
    ]
}
