import Granary
import GranaryAccounts
import GranaryConformance

/// Spans, metrics and log lines say whose they are by the place of an account, which says nothing about its user.
enum AccountReportPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("Every report of an account carries its place, and no other's") { ground in
            let watch = TelemetryWatch()
            let accounts = try await ground.open(telemetry: watch.destination)
            let ada = try await accounts.signIn()
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            for (account, other) in [(ada, bob), (bob, ada)] {
                watch.clear()
                try await account.use("Oslo")
                try expect(!watch.texts.isEmpty, "reports")
                for text in watch.texts { try expect(text.holds(account.place), "the place in: \(text)") }
                try watch.expectNowhere(other.place, "the place of the other")
            }
            watch.clear()
            _ = try await accounts.sharedStack.perform { try $0.count(Airline.all) }
            for account in [ada, bob] { try watch.expectNowhere(account.place, "a place in shared stores") }
        },
        signInPromise("No report shows who the user is, from the sign-in to the end") { ground in
            let watch = TelemetryWatch()
            let accounts = try await ground.open(telemetry: watch.destination)
            ground.server.expect("lovelace", name: "Countess of Xylophone")
            let ada = try await accounts.signIn()
            try await ada.use("trip to Xylophone")
            ground.server.answer(.refresh, with: .offline, .otherUser, .refusal)
            for _ in 0..<3 { _ = try? await ada.refresh() }
            _ = try? await accounts.account(ObjectID("lovelace-king"))
            try await accounts.switch(to: accounts.guest)
            try await ada.stack.rest()
            try await ada.use("another trip to Xylophone")
            try await ada.purge()
            try await ada.signIn()
            try await ada.signOut()
            try await accounts.forget(ada.userID)
            try await accounts.close()
            try expect(watch.texts.contains { $0.holds(ada.place) }, "reports of the account")
            for text in ["lovelace", "Xylophone", TravelServer.secret] {
                try watch.expectNowhere(text, "who the user is")
            }
        },
    ]
}

extension Account where Login == TravelClient {
    /// Saves a trip, reads it, fails, and ends with what is not saved.
    fileprivate func use(_ title: String) async throws {
        try await add([title])
        _ = try await trips
        try await expectErrorAsync(.constraint, "a key twice") {
            try await stack.perform { context in
                for _ in 0..<2 { try context.insert(Timetable(1)) }
                try context.save()
            }
        }
        try await stack.perform { try $0.insert(Trip(title)) }
    }
}
