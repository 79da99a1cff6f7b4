internal import Foundation
internal import Granary
internal import GranaryAccounts
internal import GranaryPostgreSQL
internal import Workload

extension AccountRow {
    /// Accounts whose stores are on one PostgreSQL server, where the environment names one, as `Scripts/postgres run` does.
    static let onServer: [AccountRow] =
        ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"].map { url in
            [
                AccountRow(
                    "unit of work behind one of another account, on PostgreSQL, 400 times",
                    against: "behind one of the same account", limit: 1.3,
                    base: { _, _ in try await working(on: url) { _ in 0 } },
                    judged: { _, _ in try await working(on: url) { $0 % 2 } })
            ]
        } ?? []

    private static let units = 400

    /// Reads a row of the account that a closure chooses, again and again, with one connection for all.
    private static func working(
        on url: String, _ choose: @escaping @Sendable (Int) -> Int
    ) async throws -> Outcome {
        let schema = try Schema(
            "Travel", configurations: ["People": [Traveller.self, AccountRecord.self], "Trips": [Trip.self]])
        let name = "b\(UInt32.random(in: 0 ... .max))"
        func store(_ part: String) -> StoreConfiguration {
            let options = StoreOptions(["url": url, "schema": "\(name)_\(part)", "sessions": "1"])
            return StoreConfiguration(name: part, type: .postgresql, options: options)
        }
        var trips = store("Trips")
        trips.isPerAccount = true
        let accounts = try await TravelAccounts.open(
            schema, configuration: StackConfiguration(stores: [store("People"), trips]),
            backends: [.postgresql],
            users: Traveller.self)
        var two: [Account<NoSignIn<Traveller>>] = []
        for number in 0..<2 {
            two.append(try await accounts.create(Traveller.numbered(number)))
            try await Travel.fill(two[number].stack)
        }
        let stacks = two.map(\.stack)
        let outcome = try await Outcome {
            var sum: Int64 = 0
            for number in 0..<units {
                sum += try await stacks[choose(number)].perform {
                    Int64(try $0.object(Trip.self, 0)?.title.utf8.count ?? 0)
                }
            }
            return sum
        }
        for number in 0..<2 { try await accounts.forget(Traveller.id(number)) }
        try await accounts.close()
        try PostgreSQLStore.destroy(store("People"))
        return outcome
    }
}
