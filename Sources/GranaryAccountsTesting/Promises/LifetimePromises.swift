import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// Nothing that is kept leans on what may vanish, and a reference to what is gone leads nowhere.
enum LifetimePromises: AccountPromiseList {
    static let promises: [ConformancePromise] = [
        promise("What is kept requires nothing that may vanish", needs: .files) { ground in
            let schema = try travelSchema(trips: BoundVoyage.self, timetables: Plan.self)
            try await expectRefusal(of: "BoundVoyage.plan", schema, ground)
        },
        promise("What may vanish denies no deletion of what is kept", needs: .files) { ground in
            try await expectRefusal(
                of: "Ship.berths", travelSchema(trips: Ship.self, timetables: Berth.self), ground)
        },
        promise("What may vanish takes nothing along that is kept", needs: .files) { ground in
            try await expectRefusal(
                of: "Fleet.boats", travelSchema(trips: Boat.self, timetables: Fleet.self), ground)
        },
        promise("Stores that live equally long may lean on each other") { ground in
            let pairs: [(any Model.Type, any Model.Type)] = [
                (BoundVoyage.self, Plan.self), (Ship.self, Berth.self), (Boat.self, Fleet.self),
            ]
            for (trips, timetables) in pairs {
                let schema = try travelSchema(trips: trips, timetables: timetables)
                try await ground.open(of: schema).close()
            }
        },
        promise("What may vanish may lean on what is kept", needs: .files) { ground in
            let pairs: [(any Model.Type, any Model.Type)] = [
                (Plan.self, BoundVoyage.self), (Berth.self, Ship.self), (Fleet.self, Boat.self),
            ]
            for (trips, timetables) in pairs {
                let schema = try travelSchema(trips: trips, timetables: timetables)
                try await ground.open(of: schema, AccountGround.purgingTimetables).close()
            }
        },
        promise("A reference to what was purged reads as nil", needs: .files) { ground in
            let schema = try travelSchema(trips: Voyage.self, timetables: Plan.self)
            let accounts = try await ground.open(of: schema, AccountGround.purgingTimetables)
            let ada = try await accounts.create("ada")
            try await ada.stack.perform { context in
                try context.insert(Voyage("Oslo", Plan(7)))
                try context.save()
            }
            try expectEqual(try await ada.plans, ["Oslo": 7], "before")
            try await ada.purge()
            try expectEqual(try await ada.plans, ["Oslo": nil], "after")
            try await ada.stack.perform { context in
                try context.object(ObjectID<Voyage>("Oslo"))?.plan = Plan(8)
                try context.save()
            }
            try expectEqual(try await ada.plans, ["Oslo": 8], "with another one")
        },
        promise(
            "A cache that is removed while it is open is empty then, and nothing else is lost", needs: .files
        ) {
            ground in
            let cache = "\(ground.directory)/cache"
            let accounts = try await ground.open { placingTimetables(cache, $0) }
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await ada.add(timetables: [1])
            try FileManager.default.removeItem(atPath: cache)
            // What is saved now is refused, or lost as the rest is.
            do { try await ada.add(timetables: [2]) } catch is GranaryError {}
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try await ada.purge()
            try expectEqual(try await ada.timetables, [], "timetables")
            try await ada.add(timetables: [3])
            try expectEqual(try await ada.timetables, [3], "timetables then")
            try FileManager.default.removeItem(atPath: cache)
            // Its store may not close well.
            _ = try? await ada.stack.rest()
            try expectEqual(try await ada.timetables, [], "timetables after a rest")
            try expectEqual(ada.stack.status.stores.filter(\.isNew).map(\.name), ["Timetables"], "new stores")
            try expectEqual(try await ada.trips, ["Oslo"], "trips after a rest")
        },
    ]

    /// The configuration with purgeable timetables in a directory of their own.
    private static func placingTimetables(
        _ directory: String, _ configuration: StackConfiguration
    ) -> StackConfiguration {
        let purging = AccountGround.purgingTimetables(configuration)
        let stores = purging.stores.map { store in
            var store = store
            if store.name == "Timetables" { store.location = directory }
            return store
        }
        return StackConfiguration(stores: stores, settings: purging.settings)
    }

    /// Expects that accounts whose timetables are purgeable are refused for a relationship, before a store is made.
    private static func expectRefusal(
        of name: String, _ schema: Schema, _ ground: AccountGround
    ) async throws {
        let error = try await expectErrorAsync(.configuration, name) {
            _ = try await ground.open(of: schema, AccountGround.purgingTimetables)
        }
        try expect(error.message.holds(name), "the property in: \(error)")
        try expectEqual(error.context.keyPath, "stores.Timetables.kind", "the key")
        let made = try FileTree(ground.directory).paths.filter { $0.holds("people") }
        try expectEqual(made, [], "files of users")
    }
}

extension Account {
    /// The number of the plan of each voyage.
    fileprivate var plans: [String: Int?] {
        get async throws {
            try await stack.perform { context in
                var numbers: [String: Int?] = [:]
                for voyage in try context.fetch(Voyage.all) {
                    numbers.updateValue(voyage.plan?.number, forKey: voyage.title)
                }
                return numbers
            }
        }
    }
}
