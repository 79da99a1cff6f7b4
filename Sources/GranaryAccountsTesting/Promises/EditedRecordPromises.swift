import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// Records that somebody has changed by hand, and clocks that go wrong, mix up no accounts and lose none.
enum EditedRecordPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise(
            "A record that names no user restores nobody, and is mended by hand", needs: .persistent
        ) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try await accounts.close()
            let place = ada.place
            try await ground.ground.edit { try $0.set("{\"ada", at: place) }
            let second = try await ground.open()
            try expect(second.current === second.guest, "the guest")
            let error = second.restoration as? GranaryError
            try expectEqual(error?.code, .corrupt, "the error")
            try expect(error?.message.holds("{\"ada") == false, "the value in: \(error as Any)")
            try await expectErrorAsync(.notFound, "the account") {
                _ = try await second.account(ada.userID)
            }
            try await second.close()
            try await ground.ground.edit { try $0.set("\"ada\"", at: place) }
            let third = try await ground.open()
            try expectEqual(try await third.current.trips, ["Oslo"], "trips")
        },
        signInPromise(
            "A record whose place is none opens nothing, touches no files, and is forgotten", needs: .files
        ) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try await accounts.close()
            let places = ["../\(ada.place)", "/tmp/mallory", "", "MALLORY", "mallory\n"]
            try await ground.ground.edit { context in
                for (number, place) in places.enumerated() {
                    try context.insert(Traveller("eve \(number)"))
                    try context.insert(ByHand.AccountRecord(place: place, user: "\"eve \(number)\""))
                }
                try context.save()
            }
            let again = try await ground.open()
            for number in places.indices {
                try await expectErrorAsync(.corrupt, "place \(number)") {
                    _ = try await again.account(ObjectID("eve \(number)"))
                }
            }
            for number in places.indices { try await again.forget(ObjectID("eve \(number)")) }
            try expectEqual(try await ground.records(again).map(\.place), [ada.place], "places")
            try expectEqual(try await again.current.trips, ["Oslo"], "trips of another one")
            let paths = try FileTree(ground.ground.directory).paths
            let others = paths.filter { $0.holds("mallory") || $0.holds("MALLORY") }
            try expectEqual(others, [], "files")
        },
        signInPromise("No two records have one place, or one user", needs: .persistent) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await accounts.close()
            let place = ada.place
            for (place, user) in [(place, "\"eve\""), ("another", "\"ada\"")] {
                try await expectErrorAsync(.constraint, "\(place) \(user)") {
                    try await ground.ground.edit { context in
                        try context.insert(ByHand.AccountRecord(place: place, user: user))
                        try context.save()
                    }
                }
            }
            try expectEqual(try await ground.records(ground.open()).map(\.place), [place], "places")
        },
        signInPromise(
            "Records of a newer program are refused, and nothing of them is lost",
            needs: [.files, .migration]
        ) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try await accounts.close()
            let place = ada.place
            try await ground.ground.edit(ByNewer.AccountRecord.self) { context in
                try context.object(ObjectID<ByNewer.AccountRecord>(place))?.region = "north"
                try context.save()
            }
            try await expectErrorAsync(.newer, "the accounts") { _ = try await ground.open() }
            let region = try await ground.ground.edit(ByNewer.AccountRecord.self) { context in
                try context.object(ObjectID<ByNewer.AccountRecord>(place))?.region
            }
            try expectEqual(region, "north", "what is new")
        },
        signInPromise("A clock that is set back loses nothing") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            let before = try await ground.records(accounts).map(\.lastUsed)
            ground.setTime(-400 * 86_400)
            try await ada.refresh()
            try await accounts.switch(to: accounts.guest)
            try await accounts.switch(to: ada)
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try expectEqual(try await ground.records(accounts).map(\.lastUsed), before, "the hour")
            guard ground.ground.keepsStores else { return }
            let again = try await ground.restart(accounts)
            let same = try await again.account(ada.userID)
            try await same.reach("signedIn")
            try expectEqual(try await same.trips, ["Oslo"], "trips after a restart")
        },
    ]
}

extension Context {
    /// Changes the user of the record at a place.
    fileprivate func set(_ user: String, at place: String) throws {
        try object(ObjectID<ByHand.AccountRecord>(place))?.user = user
        try save()
    }
}
