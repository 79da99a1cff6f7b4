import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// Each account has a place of its own, whatever its user is called.
enum AccountPlacePromises: AccountPromiseList {
    static let promises: [ConformancePromise] = [
        promise("Users whose names hardly differ are apart") { ground in
            let names = [
                "ada", "Ada", "ADA", "a\u{301}", "á", "ada ", "../ada", "ada/..", "..", "", "con", "pg_ada",
                "a\nb", "'; drop table", String(repeating: "x", count: 1_000),
            ]
            let accounts = try await ground.open()
            for (number, name) in names.enumerated() {
                _ = try await accounts.create(name, trips: ["\(number)"])
            }
            var places: Set<String> = []
            for (number, name) in names.enumerated() {
                let account = try await accounts.account(ObjectID(name))
                try expectEqual(try await account.trips, ["\(number)"], "trips of user \(number)")
                places.insert(account.place)
            }
            try expectEqual(places.count, names.count, "places")
        },
        promise("A user whom no store can hold gets no account") { ground in
            let accounts = try await ground.open()
            try await expectErrorAsync(.invalidValue, "a key with NUL") {
                _ = try await accounts.create("a\u{0}b")
            }
            let known = try await accounts.sharedStack.perform { try $0.count(AccountRecord.ofUsers) }
            try expectEqual(known, 0, "records")
        },
        promise("A very long name is a user's, or is refused and leaves nothing") { ground in
            let accounts = try await ground.open()
            let name = String(repeating: "x", count: 10_000)
            do {
                let account = try await accounts.create(name, trips: ["Oslo"])
                try expectEqual(try await account.trips, ["Oslo"], "trips")
            } catch let error as GranaryError {
                try expect(!error.description.holds("xxxx"), "the name in: \(error.code)")
                let known = try await accounts.sharedStack.perform { try $0.count(AccountRecord.ofUsers) }
                try expectEqual(known, 0, "records")
            }
        },
        promise("A place says nothing about the user") { ground in
            let accounts = try await ground.open()
            // Names that no place has by chance.
            for name in ["lovelace", "babbage"] {
                let place = try await accounts.create(name).place
                try expect(!place.holds(name) && place.utf8.count == 26, "the place \(place)")
                try expect(
                    place.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) },
                    "the characters of \(place)")
            }
        },
        promise("The places that have stores are found without records", needs: .inspection) { ground in
            guard let backend = ground.backend.type as? any InspectableBackend.Type else {
                throw ConformanceFailure(.broken, "a backend that inspects stores is no InspectableBackend")
            }
            let accounts = try await ground.open()
            let (ada, bob) = (try await accounts.create("ada"), try await accounts.create("bob"))
            for store in try ground.configuration().stores where store.isPerAccount {
                try expectEqual(
                    try backend.places(of: store), [ada.place, bob.place].sorted(), "places of \(store.name)")
            }
            try await accounts.forget(ada.userID)
            for store in try ground.configuration().stores where store.isPerAccount {
                try expectEqual(try backend.places(of: store), [bob.place], "places of \(store.name) then")
            }
        },
        promise("No file is named after a user", needs: .files) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.create("ada-lovelace", trips: ["Oslo"])
            let paths = try FileTree(ground.directory).paths
            try expect(!paths.contains { $0.holds("lovelace") }, "files: \(paths)")
            try expect(paths.contains { $0.holds("accounts/\(ada.place)") }, "files: \(paths)")
        },
        promise("A program lists its accounts by an ordinary query") { ground in
            let accounts = try await ground.open()
            for name in ["bob", "ada"] { _ = try await accounts.create(name) }
            let records = try await accounts.sharedStack.perform { context in
                try context.fetch(AccountRecord.ofUsers.sorted { $0.user.ascending }).map(\.snapshot)
            }
            try expectEqual(records.map(\.user), ["\"ada\"", "\"bob\""], "users")
            for record in records {
                let seconds = record.lastUsed.timeIntervalSince1970
                try expect(seconds.truncatingRemainder(dividingBy: 3_600) == 0, "an hour: \(seconds)")
            }
        },
    ]
}
