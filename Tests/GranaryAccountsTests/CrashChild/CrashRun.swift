import Foundation
import Granary
import GranaryAccounts

/// What one process does.
struct CrashRun {
    private typealias CrashAccount = Account<CrashLogin>

    private let ground: CrashGround
    private let facts: CrashFacts
    private let trap = CrashTrap()
    private let accounts: Accounts<CrashLogin>
    private let login: CrashLogin

    /// Opens what the process before has left.
    init(_ ground: CrashGround) async throws {
        self.ground = ground
        facts = try ground.facts()
        login = CrashLogin(directory: ground.directory)
        accounts = try await ground.open(facts.run, trap)
    }

    // MARK: Looking

    /// Throws unless what was shown is there, and each place belongs to one account.
    func check() async throws {
        if let error = accounts.restoration { throw error }
        guard facts.scene != nil else { return }
        try CrashFailure.expect(name(accounts.current), facts.next, "who is current")
        let (records, users) = try await accounts.sharedStack.perform { context in
            (
                try context.fetch(AccountRecord.all).map(\.snapshot),
                try context.fetch(Person.all).map(\.name).sorted()
            )
        }
        let expected = ["ada"] + (facts.knowsBob ? ["bob"] : [])
        try CrashFailure.expect(users, expected, "users")
        try CrashFailure.expect(
            records.map(\.user).sorted(), [""] + expected.map { "\"\($0)\"" }, "records")
        try CrashFailure.expect(records.filter(\.isForgotten).count, 0, "records of who is forgotten")
        try checkPlaces(Set(records.map(\.place)))
        try await checkTrips()
        if facts.knowsBob { try await account("bob").refresh() }
        try await checkToken()
    }

    /// Compares what has a place with the records.
    private func checkPlaces(_ places: Set<String>) throws {
        try CrashFailure.expect(places.count, facts.knowsBob ? 3 : 2, "places")
        let trips = ground.stores().trips
        let backend = try StoreRegistry(backends: CrashGround.backends).backend(for: trips.type)
        let stored = try (backend as? any InspectableBackend.Type)?.places(of: trips) ?? []
        try CrashFailure.expect(stored.filter { !places.contains($0) }, [], "places without a record")
        let directory = "\(ground.directory)/secrets"
        let secrets = try FileManager.default.contentsOfDirectory(atPath: directory)
        try CrashFailure.expect(secrets.contains(accounts.guest.place), false, "a secret of the guest")
        if let place = facts.place, !facts.knowsBob {
            try CrashFailure.expect(secrets.contains(place), false, "a secret of who is forgotten")
            try CrashFailure.expect(stored.contains(place), false, "stores of who is forgotten")
        }
    }

    /// Compares who has what; what the guest had is the guest's or, by one commit, of who has adopted it.
    private func checkTrips() async throws {
        var expected = facts.trips
        if facts.scene == .adopt, facts.knowsBob {
            (expected["bob"], expected["guest"]) = (expected["guest"], [])
        }
        let open =
            [accounts.guest, try await account("ada")] + (facts.knowsBob ? [try await account("bob")] : [])
        for account in open {
            let trips = try await account.stack.perform { try $0.fetch(Trip.all).map(\.title).sorted() }
            try CrashFailure.expect(trips, expected[name(account)] ?? [], "trips of \(name(account))")
        }
    }

    /// Has the server take the newest credential that was shown, or one after it.
    private func checkToken() async throws {
        let ada = try await account("ada")
        let number = try await ada.withCredential { $0.number }
        if number < facts.token {
            throw CrashFailure("the credential \(facts.token) was shown, and \(number) is")
        }
        guard facts.hasLostToken else { return try await ada.refresh() }
        do {
            try await ada.refresh()
            throw CrashFailure("the server has taken a credential twice")
        } catch GranaryError.Code.denied {
            try CrashFailure.expect(ada.state.name, "refused", "the state")
        }
        try await ada.signIn()
    }

    // MARK: Working

    /// Makes everything ready, and notes what is shown.
    func prepare(_ scene: CrashScene, until point: String) async throws {
        var shown = CrashFacts()
        (shown.run, shown.scene, shown.point) = (facts.run + 1, scene, point)
        if facts.knowsBob { try await accounts.forget(ObjectID("bob")) }
        if facts.scene == nil {
            let ada = try await accounts.signIn()
            try await add("ada", to: ada)
        }
        let ada = try await account("ada")
        try await accounts.switch(to: ada)
        if scene == .adopt { try await add("guest \(shown.run)", to: accounts.guest) }
        if scene == .forget {
            let bob = try await accounts.signIn(login.answer(for: "bob"))
            try await add("bob", to: bob)
            shown.place = bob.place
        }
        shown.current = name(accounts.current)
        shown.token = try await ada.withCredential { $0.number }
        for account in [accounts.guest, ada, accounts.current] {
            shown.trips[name(account)] = try await account.stack.perform { context in
                try context.fetch(Trip.all).map(\.title).sorted()
            }
        }
        try ground.note(shown)
    }

    /// Does what ends the process at a point.
    func play(_ scene: CrashScene, until point: String) async throws {
        trap.arm(point)
        switch scene {
        case .signIn: _ = try await accounts.signIn(login.answer(for: "bob"))
        case .adopt: _ = try await accounts.signIn(login.answer(for: "bob"), guest: .adopt)
        case .change: try await accounts.switch(to: accounts.guest)
        case .refresh: try await account("ada").refresh()
        case .forget: try await accounts.forget(ObjectID("bob"))
        }
    }

    /// Removes everything.
    func end() async throws {
        for name in ["ada"] + (facts.knowsBob ? ["bob"] : []) { try await accounts.forget(ObjectID(name)) }
        let place = accounts.guest.place
        try await accounts.close()
        let (people, trips) = ground.stores()
        let registry = try StoreRegistry(backends: CrashGround.backends)
        let backend = try registry.backend(for: trips.type)
        try await AccountErasure([backend.configuration(trips, inPlace: place)], at: place, registry).run()
        try backend.destroy(people)
    }

    private func add(_ title: String, to account: CrashAccount) async throws {
        try await account.stack.perform { context in
            try context.insert(Trip(title))
            try context.save()
        }
    }

    private func account(_ name: String) async throws -> CrashAccount {
        try await accounts.account(ObjectID(name))
    }

    private func name(_ account: CrashAccount) -> String { account.user?.name ?? "guest" }
}
