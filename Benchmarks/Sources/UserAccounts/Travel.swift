internal import Granary
internal import GranaryAccounts
internal import GranaryMemory
internal import GranarySQLite
internal import Workload

typealias TravelAccounts = Accounts<NoSignIn<Traveller>>

/// A program with accounts: two shared SQLite stores, and for each account one to keep, one to get again, and drafts in
/// memory.
enum Travel {
    static let backends: [Backend] = [.sqlite, .memory]

    // MARK: Models

    static func schema() throws -> Schema { try schema(trips: Trip.self) }

    /// The models without drafts, so that no store is in memory.
    static func schemaOfFiles() throws -> Schema { try schema(trips: Trip.self, hasDrafts: false) }

    /// The next version; the closure is called when code begins to change the trips of an account, and when it ends.
    static func nextSchema(
        _ note: @escaping @Sendable (_ isRunning: Bool) -> Void = { _ in }
    ) throws -> Schema {
        let schema = try schema(trips: Next.Trip.self)
        return schema.following([
            Migration(from: try Self.schema(), to: schema) { work in
                note(true)
                defer { note(false) }
                var last = -1
                while true {
                    let chunk = Next.Trip.where { $0.id > last }.sorted { $0.id.ascending }.limit(1_000)
                    let trips = try work.context.fetch(chunk)
                    guard let end = trips.last?.id else { return }
                    for trip in trips { trip.initial = String(trip.title.prefix(1)) }
                    try work.save()
                    last = end
                }
            }
        ])
    }

    private static func schema(trips: any Model.Type, hasDrafts: Bool = true) throws -> Schema {
        var models: [String: [any Model.Type]] = [
            "People": [Traveller.self, AccountRecord.self], "Reference": [Airline.self],
            "Trips": [trips], "Timetables": [Timetable.self],
        ]
        if hasDrafts { models["Drafts"] = [Draft.self] }
        return try Schema("Travel", configurations: models)
    }

    // MARK: Stores

    /// The stores that all share.
    static func shared(in directory: String) -> [StoreConfiguration] {
        [
            StoreConfiguration(name: "People", type: .sqlite, kind: .durable, location: directory),
            StoreConfiguration(name: "Reference", type: .sqlite, kind: .purgeable, location: directory),
        ]
    }

    /// The stores of one, in its directory; those of an account are in the directory of its place.
    static func own(in directory: String) -> [StoreConfiguration] {
        [
            StoreConfiguration(name: "Trips", type: .sqlite, kind: .durable, location: directory),
            StoreConfiguration(name: "Timetables", type: .sqlite, kind: .purgeable, location: directory),
            StoreConfiguration(name: "Drafts", type: .memory),
        ]
    }

    /// The directory of the account at a place.
    static func directory(of place: String, in directory: String) -> String {
        "\(directory)/accounts/\(place)"
    }

    /// The configuration of the stores of a schema; each account has its own ones.
    static func configuration(
        in directory: String, _ schema: Schema, restsAfter: Duration? = nil
    ) -> StackConfiguration {
        let own = own(in: directory).filter { schema.configurations.contains($0.name) }.map { store in
            var store = store
            store.isPerAccount = true
            return store
        }
        var settings = StackSettings()
        settings.restsAfter = restsAfter
        return StackConfiguration(stores: shared(in: directory) + own, settings: settings)
    }

    /// A stack that shares nothing, with stores of the same models; those of accounts may be left out.
    static func alone(in directory: String, withOwn: Bool = true) throws -> PersistentStack {
        let stack = PersistentStack(
            try schema(), registry: try StoreRegistry([SQLiteStore.self, MemoryStore.self]))
        try stack.attachPersistentStores(for: shared(in: directory) + (withOwn ? own(in: directory) : []))
        try stack.start()
        return stack
    }

    // MARK: Accounts

    /// Opens the accounts in a directory.
    static func open(
        in directory: String, _ schema: Schema? = nil, limit: Int? = nil, restsAfter: Duration? = nil
    ) async throws -> TravelAccounts {
        let schema = try schema ?? Self.schema()
        return try await TravelAccounts.open(
            schema, configuration: configuration(in: directory, schema, restsAfter: restsAfter),
            backends: backends, users: Traveller.self, limit: limit)
    }

    /// Makes accounts with a trip each in an empty directory, and closes them; returns their places.
    @discardableResult static func make(
        _ count: Int, in directory: String, _ schema: Schema? = nil
    ) async throws -> [String] {
        // Few are open at once, whatever the system allows.
        let accounts = try await open(in: directory, schema, limit: 10)
        var places: [String] = []
        for number in 0..<count {
            let account = try await accounts.create(Traveller.numbered(number))
            places.append(account.place)
            try await fill(account.stack)
        }
        try await accounts.close()
        return places
    }

    /// Opens the accounts with the first numbers.
    static func open(_ count: Int, of accounts: TravelAccounts) async throws {
        for number in 0..<count { _ = try await accounts.account(Traveller.id(number)) }
    }

    /// Saves trips with numbers in a range.
    static func fill(_ stack: PersistentStack, trips numbers: Range<Int> = 0..<1) async throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 5_000) {
            try await stack.perform { context in
                for number in start..<min(start + 5_000, numbers.upperBound) {
                    try context.insert(Trip(id: number, title: "trip \(number)", days: 0))
                }
                try context.save()
            }
        }
    }

    /// Does work with the accounts in a directory, which are closed afterwards.
    static func working(
        in directory: String, _ schema: Schema? = nil, _ work: (TravelAccounts) async throws -> Outcome
    ) async throws -> Outcome {
        let accounts = try await open(in: directory, schema)
        let outcome = try await work(accounts)
        try await accounts.close()
        return outcome
    }
}
