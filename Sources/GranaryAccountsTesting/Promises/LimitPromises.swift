import Granary
import GranaryAccounts
import GranaryConformance

/// Accounts that nobody uses rest, beyond a limit or after a time, and their next use opens them.
enum LimitPromises: AccountPromiseList {
    static let promises: [ConformancePromise] = [
        promise("Beyond the limit the account unused longest rests, until its next use") { ground in
            let accounts = try await ground.open(limit: 2)
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob", trips: ["Rome"])
            _ = try await ada.trips
            let eve = try await accounts.create("eve", trips: ["Bern"])
            try expectEqual(phases([ada, bob, eve]), [.started, .resting, .started], "the second")
            _ = try await accounts.account(ObjectID("bob"))
            try expectEqual(phases([ada, bob, eve]), [.resting, .started, .started], "then the first")
            try expectEqual(try await bob.trips, ["Rome"], "trips")
        },
        promise("A use that opens an account sends another to rest") { ground in
            let accounts = try await ground.open(limit: 1)
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob", trips: ["Rome"])
            for (account, other, trips) in [(ada, bob, ["Oslo"]), (bob, ada, ["Rome"]), (ada, bob, ["Oslo"])]
            {
                try expectEqual(try await account.trips, trips, "trips")
                try await ground.reach { other.stack.status.phase == .resting }
                try expectEqual(account.stack.status.phase, .started, "phase of what is used")
            }
        },
        promise("Many accounts in turns keep what they have, and few are open") { ground in
            let accounts = try await ground.open(limit: 3)
            var all: [Account<NoSignIn<Traveller>>] = []
            for number in 0..<12 {
                all.append(try await accounts.create("user \(number)", trips: ["\(number)"]))
            }
            for round in 0..<3 {
                for number in all.indices {
                    let trips = try await accounts.with(ObjectID("user \(number * 5 % 12)")) {
                        try await $0.trips
                    }
                    try expectEqual(trips, ["\(number * 5 % 12)"], "trips in round \(round)")
                    let open = phases(all).count { $0 == .started }
                    try expect(open <= 3, "\(open) are open")
                }
            }
            let known = try await accounts.account(ObjectID("user 0"))
            try expect(known === all[0], "an account stays the same")
        },
        promise("The current account does not rest for others") { ground in
            let accounts = try await ground.open(limit: 2)
            let ada = try await accounts.create("ada")
            try await accounts.switch(to: ada)
            let bob = try await accounts.create("bob")
            let eve = try await accounts.create("eve")
            try expectEqual(phases([ada, bob, eve]), [.started, .resting, .started], "phases")
            try await accounts.switch(to: eve)
            _ = try await accounts.account(ObjectID("bob"))
            try expectEqual(phases([ada, bob, eve]), [.resting, .started, .started], "after a switch")
            try await accounts.switch(to: ada)
            try expectEqual(ada.stack.status.phase, .started, "who becomes current")
        },
        promise("If all are in use one more opens, with a warning") { ground in
            let accounts = try await ground.open(limit: 1)
            var errors = accounts.sharedStack.errors.makeAsyncIterator()
            let ada = try await accounts.create("ada")
            var live = ada.stack.observe(Trip.all).makeAsyncIterator()
            _ = try await live.next()
            let bob = try await accounts.create("bob", trips: ["Rome"])
            try expectEqual(phases([ada, bob]), [.started, .started], "phases")
            try expectEqual(await errors.next()?.work, .resting, "the warning")
            try await ada.add(["Oslo"])
            try expectEqual(try await live.next()?.map(\.title), ["Oslo"], "what the reader gets")
        },
        promise("Asking for somebody unknown sends nobody to rest") { ground in
            let accounts = try await ground.open(limit: 1)
            let ada = try await accounts.create("ada")
            try await expectErrorAsync(.notFound, "unknown") {
                _ = try await accounts.account(ObjectID("Ada"))
            }
            try expectEqual(ada.stack.status.phase, .started, "phase")
        },
        promise("The guest rests like the others") { ground in
            let accounts = try await ground.open(limit: 1)
            let ada = try await accounts.create("ada")
            try await accounts.switch(to: ada)
            try await accounts.guest.add(["Oslo"])
            try await accounts.switch(to: accounts.guest)
            try expectEqual(accounts.guest.stack.status.phase, .started, "the current one")
            try await accounts.switch(to: ada)
            let bob = try await accounts.create("bob")
            try expectEqual(phases([accounts.guest, ada, bob]), [.resting, .started, .started], "phases")
            try expectEqual(try await accounts.guest.trips, ["Oslo"], "trips of the guest")
        },
        promise("The configuration has a limit, which the program may replace") { ground in
            for (limit, open) in [(nil, 1), (2, 2)] {
                let accounts = try await ground.open(limit: limit) { setting("limit", "1", $0) }
                for name in ["ada", "bob", "eve"] { _ = try? await accounts.create(name) }
                var all: [Account<NoSignIn<Traveller>>] = []
                for name in ["ada", "bob", "eve"] { all.append(try await accounts.account(ObjectID(name))) }
                try expectEqual(phases(all).count { $0 == .started }, open, "open accounts")
                try await accounts.close()
            }
        },
        promise("A limit of none, one of caches alone, and keys that nobody knows, are refused") { ground in
            try await expectErrorAsync(.configuration, "a parameter") { _ = try await ground.open(limit: 0) }
            for (key, value) in [
                ("limit", "0"), ("limit", "many"), ("restsAfter", "5"), ("most", "1"), ("cacheLimit", "1kB"),
                ("cacheLimit", "256MB"),
            ] {
                try await expectErrorAsync(.configuration, "\(key) \(value)") {
                    _ = try await ground.open { setting(key, value, $0) }
                }
            }
        },
        promise("After a time without use an account rests, and the shared stores do not") { ground in
            let clock = DrivenClock()
            let accounts = try await ground.open(resting: clock) { setting("restsAfter", "5m", $0) }
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await ground.reach { clock.sleepers.contains(.seconds(300)) }
            clock.advance(to: .seconds(300))
            try await ground.reach { ada.stack.status.phase == .resting }
            try expectEqual(accounts.sharedStack.status.phase, .started, "the shared stores")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try expectEqual(ada.stack.status.phase, .started, "phase after a use")
        },
        promise("The user of an account that rests follows what is saved") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada")
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            try await accounts.sharedStack.perform { context in
                try context.object(ObjectID<Traveller>("ada"))?.name = "Lady Lovelace"
                try context.save()
            }
            try expectEqual(ada.user?.name, "Lady Lovelace", "name")
            try expectEqual(ada.stack.status.phase, .resting, "phase")
        },
        promise("An account that rests is forgotten too") { ground in
            let accounts = try await ground.open(limit: 1)
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            _ = try await accounts.create("bob")
            try expectEqual(ada.stack.status.phase, .resting, "phase")
            try await accounts.forget(ada.userID)
            try await expectErrorAsync(.notFound, "the account") {
                _ = try await accounts.account(ada.userID)
            }
            try expectEqual(try await accounts.create("ada").trips, [], "trips of one who comes back")
        },
    ]

    private static func phases(_ accounts: [Account<NoSignIn<Traveller>>]) -> [StackStatus.Phase] {
        accounts.map(\.stack.status.phase)
    }

    private static func setting(
        _ key: String, _ value: String, _ configuration: StackConfiguration
    ) -> StackConfiguration {
        var settings = configuration.settings
        settings.sections["accounts", default: SectionValues()].options[key] = value
        return StackConfiguration(stores: configuration.stores, settings: settings)
    }
}
