import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// Accounts of several users are open at once over shared stores, and each sees its own.
enum OpenAccountPromises: AccountPromiseList {
    static let promises: [ConformancePromise] = [
        promise("Two accounts at once have trips of their own and airlines in common") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob", trips: ["Rome", "Turin"])
            try await accounts.sharedStack.perform { context in
                try context.insert(Airline("SK"))
                try context.save()
            }
            try expectEqual(try await ada.trips, ["Oslo"], "trips of the one")
            try expectEqual(try await bob.trips, ["Rome", "Turin"], "trips of the other")
            for account in [ada, bob] {
                try expectEqual(
                    try await account.stack.perform { try $0.fetch(Airline.all).map(\.code) }, ["SK"],
                    "airlines")
            }
        },
        promise("A relationship leads from an account's store to a shared one") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            try await ada.stack.perform { context in
                try context.insert(Trip("Oslo", airline: Airline("SK", name: "Scandinavian")))
                try context.save()
            }
            let names = try await ada.stack.perform { context in
                try context.fetch(Trip.where { $0.airline.name == "Scandinavian" }).map(\.title)
            }
            try expectEqual(names, ["Oslo"], "trips by the airline's name")
            let bob = try await accounts.create("bob")
            try expectEqual(
                try await bob.stack.perform { try $0.count(Airline.all) }, 1, "airlines of the other")
        },
        promise("What one account saves in a shared store, the others learn with its values") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            let bob = try await accounts.create("bob")
            let changes = bob.stack.changes(of: Airline.self)
            var reader = changes.makeAsyncIterator()
            try await ada.stack.perform { context in
                try context.insert(Airline("SK"))
                try context.save()
            }
            let change = try await reader.next()
            try expectEqual(change?.inserted.map(\.code), ["SK"], "inserted airlines")
        },
        promise("What an account saves in its own store, no other learns") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            let bob = try await accounts.create("bob")
            var trips = bob.stack.changes(of: Trip.self).makeAsyncIterator()
            try await ada.add(["Oslo"])
            try await bob.add(["Rome"])
            let change = try await trips.next()
            try expectEqual(change?.inserted.map(\.title), ["Rome"], "trips that the other was told of")
        },
        promise("A live query of an account follows shared stores and its own, and no other's") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob")
            var live = ada.stack.observe(Trip.all.sorted { $0.title.ascending }).makeAsyncIterator()
            try expectEqual(try await live.next()?.map(\.title), ["Oslo"], "at first")
            try await bob.add(["Rome"])
            try await ada.add(["Bergen"])
            try expectEqual(try await live.next()?.map(\.title), ["Bergen", "Oslo"], "then")
            try expectEqual(try await bob.trips, ["Rome"], "trips of the other")
        },
        promise("A user without an account is not found, and asking makes none") { ground in
            let accounts = try await ground.open()
            _ = try await accounts.create("ada")
            for id in ["bob", "", "Ada", "ada ", "../ada"] {
                try await expectErrorAsync(.notFound, id) { _ = try await accounts.account(ObjectID(id)) }
            }
            let known = try await accounts.sharedStack.perform {
                try $0.fetch(AccountRecord.ofUsers).map(\.user)
            }
            try expectEqual(known, ["\"ada\""], "known users")
        },
        promise("Each record names its user, and that of the guest nobody") { ground in
            let accounts = try await ground.open()
            for email in ["ada", "bob \"/é"] { _ = try await accounts.create(email) }
            let records = AccountRecord.all.sorted { $0.user.ascending }
            var known = try await accounts.sharedStack.perform { try $0.fetch(records).map(\.snapshot) }
            try expectEqual(
                try known.map { try accounts.userID(of: $0)?.key }, [nil, "ada", "bob \"/é"], "users")
            known[1].user = "{"
            try expectError(.corrupt, "a record that names no user") {
                _ = try accounts.userID(of: known[1])
            }
        },
        promise("A user has one account") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await expectErrorAsync(.constraint, "a second account") {
                _ = try await accounts.create("ada")
            }
            let same = try await accounts.account(ObjectID("ada"))
            try expect(same === ada, "the same account")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
        },
        promise("An account that many ask for at once is opened once") { ground in
            let accounts = try await ground.open()
            let first = try await accounts.create("ada", trips: ["Oslo"])
            let same = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await accounts.account(ObjectID("ada")) === first }
                }
                return try await group.reduce(true) { $0 && $1 }
            }
            try expect(same, "one account")
        },
        promise("Of many who make one account at once one does, and all find it") { ground in
            let accounts = try await ground.open()
            let made = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 {
                    group.addTask { (try? await accounts.create("ada")) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            try expectEqual(made, 1, "accounts that were made")
            let known = try await accounts.sharedStack.perform { try $0.count(AccountRecord.ofUsers) }
            try expectEqual(known, 1, "records")
            _ = try await accounts.account(ObjectID("ada"))
        },
        promise("A user who is stored already keeps what is stored") { ground in
            let accounts = try await ground.open()
            try await accounts.sharedStack.perform { context in
                try context.insert(Traveller("ada", name: "Ada"))
                try context.save()
            }
            let ada = try await accounts.create("ada")
            try expectEqual(ada.user?.name, "Ada", "name")
        },
        promise("The user of an account follows what is saved") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            try expectEqual(ada.user?.name, "name of ada", "at first")
            for name in ["Lady Lovelace", "Countess"] {
                try await accounts.sharedStack.perform { context in
                    try context.object(ada.userID)?.name = name
                    try context.save()
                }
                try expectEqual(ada.user?.name, name, "then")
            }
            // A batch does not say which rows it has changed.
            _ = try await accounts.sharedStack.perform { context in
                try context.updateAll(Traveller.all) { $0.name.set(to: "Ada") }
            }
            try expectEqual(ada.user?.name, "Ada", "after a batch")
        },
        promise("A user who was deleted has no account until they are back") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await accounts.close()
            if !ground.keepsStores { return }
            let again = try await ground.open()
            try await again.sharedStack.perform { context in
                if let user = try context.object(ada.userID) { try context.delete(user) }
                try context.save()
            }
            try await expectErrorAsync(.notFound, "without a user") {
                _ = try await again.account(ada.userID)
            }
            try await again.sharedStack.perform { context in
                try context.insert(Traveller("ada"))
                try context.save()
            }
            try expectEqual(try await again.account(ada.userID).trips, ["Oslo"], "trips")
        },
        promise("What accounts have is there again", needs: .persistent) { ground in
            let accounts = try await ground.open()
            _ = try await accounts.create("ada", trips: ["Oslo"])
            _ = try await accounts.create("bob", trips: ["Rome"])
            try await accounts.close()
            let again = try await ground.open()
            for (user, trips) in ["ada": ["Oslo"], "bob": ["Rome"]] {
                let titles = try await again.with(ObjectID(user)) { try await $0.trips }
                try expectEqual(titles, trips, "trips of \(user)")
            }
        },
        promise("Accounts that are closed open nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            try await accounts.close()
            try await accounts.close()
            try await expectErrorAsync(.closed, "an account") { _ = try await accounts.account(ada.userID) }
            try await expectErrorAsync(.closed, "a new one") { _ = try await accounts.create("bob") }
            try await expectErrorAsync(.closed, "its stack") { _ = try await ada.trips }
            try await expectErrorAsync(.closed, "the shared stack") {
                _ = try await accounts.sharedStack.perform { try $0.count(Traveller.all) }
            }
        },
        promise("Whoever is cancelled does not keep others from an account") { ground in
            let accounts = try await ground.open()
            _ = try await accounts.create("ada")
            let impatient = Task { try await accounts.account(ObjectID("ada")) }
            impatient.cancel()
            _ = await impatient.result
            _ = try await accounts.account(ObjectID("ada"))
        },
        promise("Whoever looked for a user before there was one keeps nobody from making one") { ground in
            let accounts = try await ground.open()
            let impatient = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await accounts.account(ObjectID("ada"))
            }
            _ = await impatient.result
            for user in ["bob", "eve"] {
                let looking = Task { try await accounts.account(ObjectID(user)) }
                let made = try await accounts.create(user)
                if let found = try? await looking.value { try expect(found === made, "the same account") }
            }
            _ = try await accounts.create("ada")
        },
    ]
}
