import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// Where the promises of accounts get their stores: on the backend of a harness, each promise in its own places.
final class AccountGround: Sendable {
    typealias TravelAccounts = Accounts<NoSignIn<Traveller>>

    private let harness: ConformanceHarness
    /// The directory of the promise, with every file of its stores.
    let directory: String
    private let opened = Mutex<[TravelAccounts]>([])

    /// Does the work of a promise, then closes its accounts and removes their stores.
    static func run(
        on bench: ConformanceBench, _ body: @Sendable (AccountGround) async throws -> Void
    ) async throws {
        let ground = AccountGround(harness: bench.harness, directory: bench.directory)
        do { try await body(ground) } catch {
            try? await ground.leave()
            throw error
        }
        try await ground.leave()
    }

    private init(harness: ConformanceHarness, directory: String) {
        self.harness = harness
        self.directory = directory
    }

    /// Whether what is in a store is there when it is opened again.
    var keepsStores: Bool { harness.capabilities.contains(.persistent) }
    /// Whether each store is in files of its own.
    var hasFiles: Bool { harness.capabilities.contains(.files) }

    /// The backend of the stores.
    var backend: Backend { harness.backend }

    /// The configuration of the stores, of which trips and timetables are of accounts.
    func configuration(
        perAccount: Set<String> = ["Trips", "Timetables"]
    ) throws -> StackConfiguration {
        StackConfiguration(
            stores: try travelSchema().configurations.sorted().map { name in
                var store = try harness.placement(
                    name, ConformancePlace(directory: directory, store: name.lowercased()))
                store.isPerAccount = perAccount.contains(name)
                return store
            })
    }

    /// Opens the accounts; what was there in stores that keep it is there again.
    ///
    /// `schema` is another one with the same models in the shared stores, `limit` the most that are open, `clock` what
    /// accounts that rest by themselves wait by, `modules` are those of an account, and the other closure changes the
    /// configuration before.
    func open(
        of schema: Schema? = nil, limit: Int? = nil, resting clock: any Clock<Duration> = ContinuousClock(),
        _ change: (StackConfiguration) -> StackConfiguration = { $0 },
        modules: (@Sendable (Account<NoSignIn<Traveller>>) -> Modules)? = nil
    ) async throws -> TravelAccounts {
        let configuration = change(try configuration())
        let accounts = try await TravelAccounts.open(
            schema ?? travelSchema(), configuration, [backend], .direct, Telemetry(),
            NoSignIn(Traveller.self), MemorySecrets(), limit: limit, modules: modules, resting: clock)
        opened.withLock { $0.append(accounts) }
        return accounts
    }

    /// The same stores, where those of timetables are purgeable.
    static func purgingTimetables(_ configuration: StackConfiguration) -> StackConfiguration {
        let stores = configuration.stores.map { store in
            var store = store
            if store.name == "Timetables" { store.kind = .purgeable }
            return store
        }
        return StackConfiguration(stores: stores, settings: configuration.settings)
    }

    /// The same stores, where that of the users is followed.
    static func followingUsers(_ configuration: StackConfiguration) -> StackConfiguration {
        let stores = configuration.stores.map { store in
            var store = store
            if store.name == "People" { store.followsOthers = true }
            return store
        }
        return StackConfiguration(stores: stores, settings: configuration.settings)
    }

    /// Waits until a condition holds.
    func reach(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
    }

    private func leave() async throws {
        let accounts = opened.withLock { $0 }
        var places: Set<String> = []
        for accounts in accounts {
            // Of those that are closed, what is kept is read again below.
            let found = try? await accounts.sharedStack.perform {
                try $0.fetch(AccountRecord.all).map(\.place)
            }
            places.formUnion(found ?? [])
            try await accounts.close()
        }
        guard keepsStores else { return }
        places.formUnion((try? await knownPlaces()) ?? [])
        for store in try configuration().stores {
            let type = harness.backend.type
            let stores =
                store.isPerAccount ? try places.map { try type.configuration(store, inPlace: $0) } : [store]
            for store in stores { try type.destroy(store) }
        }
    }

    private func knownPlaces() async throws -> Set<String> {
        let accounts = try await TravelAccounts.open(
            travelSchema(), configuration: configuration(), backends: [backend], users: Traveller.self)
        let places = try await accounts.sharedStack.perform { context in
            try context.fetch(AccountRecord.all).map(\.place)
        }
        try await accounts.close()
        return Set(places)
    }
}

extension Account {
    /// The identity of the user, whom an account has that is not the guest's.
    var userID: ObjectID<Login.User> {
        get throws {
            guard let id else { throw ConformanceFailure(.broken, "the account has no user") }
            return id
        }
    }
}

extension AccountRecord {
    /// The records of users, without that of the guest.
    static var ofUsers: Query<AccountRecord> { AccountRecord.where { $0.user != "" } }
}

extension Accounts where Login == NoSignIn<Traveller> {
    /// Makes an account with a trip of each title.
    func create(_ email: String, trips: [String] = []) async throws -> Account<Login> {
        let account = try await create(Traveller(email, name: "name of \(email)").snapshot)
        try await account.add(trips)
        return account
    }
}

extension Account {
    /// Saves trips.
    func add(_ titles: [String]) async throws {
        try await stack.perform { context in
            for title in titles { try context.insert(Trip(title)) }
            try context.save()
        }
    }

    /// The titles of the trips, in order.
    var trips: [String] {
        get async throws { try await stack.perform { try $0.fetch(Trip.all).map(\.title).sorted() } }
    }

    /// Saves timetables.
    func add(timetables numbers: [Int]) async throws {
        try await stack.perform { context in
            for number in numbers { try context.insert(Timetable(number)) }
            try context.save()
        }
    }

    /// The numbers of the timetables, in order.
    var timetables: [Int] {
        get async throws { try await stack.perform { try $0.fetch(Timetable.all).map(\.number).sorted() } }
    }
}
