import Granary
import GranaryAccounts
import GranaryConformance

/// Schema and configuration are checked together before a store is opened.
enum AccountSetUpPromises: AccountPromiseList {
    static let promises: [ConformancePromise] = [
        promise("Users need a shared store") { ground in
            try await expectErrorAsync(.configuration, "users of each account") {
                _ = try await AccountGround.TravelAccounts.open(
                    travelSchema(), configuration: ground.configuration(perAccount: ["People", "Trips"]),
                    backends: [ground.backend], users: Traveller.self)
            }
        },
        promise("Records are in the schema, beside the users") { ground in
            let models: [String: [any Model.Type]] = ["People": [Traveller.self], "Trips": [Trip.self]]
            let apart = models.merging(["Reference": [Airline.self, AccountRecord.self]]) { $1 }
            let missing = models.merging(["Reference": [Airline.self]]) { $1 }
            for (models, code) in [(apart, GranaryError.Code.configuration), (missing, .schema)] {
                let schema = try Schema("Travel", configurations: models)
                let stores = try ground.configuration().stores.filter { models.keys.contains($0.name) }
                try await expectErrorAsync(code, "\(models)") {
                    _ = try await AccountGround.TravelAccounts.open(
                        schema, configuration: StackConfiguration(stores: stores), backends: [ground.backend],
                        users: Traveller.self)
                }
            }
        },
        promise("A stack that is opened by itself names accounts") { ground in
            try await expectErrorAsync(.configuration, "a stack") {
                _ = try await PersistentStack.open(
                    travelSchema(), configuration: ground.configuration(), backends: [ground.backend])
            }
        },
        promise("Users that may vanish cannot have what is kept", needs: .files) { ground in
            var stores = try ground.configuration().stores
            for index in stores.indices where stores[index].name == "People" {
                stores[index].kind = .purgeable
            }
            let configuration = StackConfiguration(stores: stores)
            try await expectErrorAsync(.configuration, "purgeable users") {
                _ = try await AccountGround.TravelAccounts.open(
                    travelSchema(), configuration: configuration, backends: [ground.backend],
                    users: Traveller.self)
            }
        },
    ]
}
