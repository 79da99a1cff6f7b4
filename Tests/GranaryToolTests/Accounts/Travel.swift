import ArgumentParser
import Foundation
import Granary
import GranaryLevelDB
import GranarySQLite
import GranaryTestSupport
import Testing

@testable import GranaryAccounts
@testable import GranaryAccountsTool
@testable import GranaryTool

/// The models of a program with accounts: users and trips.
enum TravelFirst {
    @Model final class Traveller {
        @Attribute(.primaryKey) var email: String
        var name: String
    }

    @Model final class Trip {
        var id: Int
        var title: String
        var year: Int?
    }

    @Model final class Timetable {
        @Attribute(.primaryKey) var number: Int
    }

    static func schema() throws -> Schema {
        try Schema(
            "Travel",
            configurations: [
                "People": [Traveller.self, AccountRecord.self], "Trips": [Trip.self],
                "Timetables": [Timetable.self],
            ])
    }
}

/// The second version: trips have notes.
enum TravelSecond {
    @Model final class Trip {
        var id: Int
        var title: String
        var year: Int?
        var notes: String?
    }

    static func schema() throws -> Schema {
        try Schema(
            "Travel",
            configurations: [
                "People": [TravelFirst.Traveller.self, AccountRecord.self], "Trips": [Trip.self],
                "Timetables": [TravelFirst.Timetable.self],
            ])
    }
}

/// The third version: trips have no year any more.
enum TravelThird {
    @Model final class Trip {
        var id: Int
        var title: String
    }

    static func schema() throws -> Schema {
        try Schema(
            "Travel",
            configurations: [
                "People": [TravelFirst.Traveller.self, AccountRecord.self], "Trips": [Trip.self],
                "Timetables": [TravelFirst.Timetable.self],
            ])
    }
}

/// The tool without models that knows accounts, as `granary` does.
enum Travels: ToolProgram {
    static let name = "granary"
    static let backends: [Backend] = Bare.backends
    static let sections = [ConfigurationSection.accounts]
    static var commands: [any ParsableCommand.Type] { [AccountsCommand<Travels>.self] }
    static func schema() throws -> Schema? { nil }
}

/// The tool of the program in its first version.
enum FirstTravels: ToolProgram {
    static let name = "travel"
    static let backends: [Backend] = Bare.backends
    static let sections = [ConfigurationSection.accounts]
    static var commands: [any ParsableCommand.Type] { [AccountsCommand<FirstTravels>.self] }
    static func schema() throws -> Schema? { try TravelFirst.schema() }
}

/// The tool of the program in its second version.
enum SecondTravels: ToolProgram {
    static let name = "travel"
    static let backends: [Backend] = Bare.backends
    static let sections = [ConfigurationSection.accounts]
    static var commands: [any ParsableCommand.Type] { [AccountsCommand<SecondTravels>.self] }
    static func schema() throws -> Schema? { try TravelSecond.schema() }
}

/// The tool of the program in its third version.
enum ThirdTravels: ToolProgram {
    static let name = "travel"
    static let backends: [Backend] = Bare.backends
    static let sections = [ConfigurationSection.accounts]
    static var commands: [any ParsableCommand.Type] { [AccountsCommand<ThirdTravels>.self] }
    static func schema() throws -> Schema? { try TravelThird.schema() }
}

typealias TravelAccounts = Accounts<NoSignIn<TravelFirst.Traveller>>

/// A directory with a configuration, and with the accounts that a program has made.
struct Travel {
    let library: Library
    var directory: TemporaryDirectory { library.directory }
    /// The places of the users' accounts, by their addresses.
    var places: [String: String] = [:]

    /// Writes a configuration of stores of a type, whose trips and timetables are of accounts.
    init(_ type: String = "sqlite", perAccount: Bool = true, more: String = "") throws {
        library = try Library()
        try library.write(
            """
            location: .
            stores:
              People: { type: \(type), file: people }
              Trips: { type: \(type), file: trips, location: ., kind: durable, perAccount: \(perAccount) }
              Timetables:
                { type: \(type), file: times, location: ., kind: purgeable, perAccount: \(perAccount) }
            \(more)
            """, to: "granary.yaml")
    }

    /// Writes a configuration whose trips and timetables are on the server of the tests, in schemas of their own.
    init(onServer schema: String) throws {
        self.init(library: try Library())
        let server = "options: { secretURL: { env: GRANARY_TEST_POSTGRESQL }, schema: \(schema)"
        try library.write(
            """
            stores:
              People: { type: sqlite, file: people }
              Trips: { type: postgresql, kind: durable, perAccount: true, \(server)_trips } }
              Timetables: { type: postgresql, kind: purgeable, perAccount: true, \(server)_times } }
            """, to: "granary.yaml")
    }

    private init(library: Library) { self.library = library }

    /// The same with accounts of some users, each with a trip and a timetable.
    static func made(_ type: String = "sqlite", of users: [String] = ["ada@one", "bob@two"]) async throws
        -> Travel
    {
        var travel = try Travel(type)
        try await travel.make(users)
        return travel
    }

    /// Makes accounts of some users, each with a trip and a timetable.
    mutating func make(_ users: [String]) async throws {
        let travel = self
        let accounts = try await travel.open()
        for (hour, user) in users.enumerated() {
            places[user] = try await travel.add(user, to: accounts, hour: hour)
        }
        try await accounts.close()
    }

    /// Opens the accounts as the program does; `hour` is what its clock shows.
    func open(hour: Int = 0) async throws -> TravelAccounts {
        try await TravelAccounts.open(
            TravelFirst.schema(), FileConfigurationSource(path: library.config, arguments: []), Bare.backends,
            .direct, Telemetry(), NoSignIn(TravelFirst.Traveller.self), MemorySecrets(),
            now: { Date(timeIntervalSince1970: 1_800_000_000 + Double(hour) * 3_600) })
    }

    private func add(_ email: String, to accounts: TravelAccounts, hour: Int) async throws -> String {
        let account = try await accounts.create(TravelFirst.Traveller(email: email, name: "hidden").snapshot)
        try await account.stack.perform { context in
            try context.insert(TravelFirst.Trip(id: 1, title: "trip of \(email)", year: 1_815))
            try context.insert(TravelFirst.Timetable(number: 7))
            try context.save()
        }
        try await accounts.sharedStack.perform { context in
            let place = account.place
            for record in try context.fetch(AccountRecord.where { $0.place == place }) {
                record.lastUsed = Date(timeIntervalSince1970: 1_800_000_000 + Double(hour) * 3_600)
            }
            try context.save()
        }
        return account.place
    }

    /// The place of a user's account.
    func place(_ user: String) throws -> String { try #require(places[user]) }

    /// The directory of a user's account.
    func directory(of user: String) throws -> String { directory.path(of: "accounts/\(try place(user))") }

    /// The trips and the number of timetables that a user finds.
    func contents(of user: String) async throws -> (trips: [String], timetables: Int) {
        let accounts = try await open(hour: 1_000)
        let account = try await accounts.account(ObjectID(user))
        let found = try await account.stack.perform { context in
            (
                trips: try context.fetch(TravelFirst.Trip.all).map(\.title),
                timetables: try context.count(TravelFirst.Timetable.all)
            )
        }
        try await accounts.close()
        return found
    }

    /// The contents of all files, without those that an engine keeps beside a store while it reads.
    func files() -> [String: Data] {
        library.contents().filter { !$0.key.hasSuffix("-wal") && !$0.key.hasSuffix("-shm") }
    }

    /// Loses the record of a user's account, as a store does that somebody has edited.
    func loseRecord(of user: String) throws {
        try records { records in
            try records.commit { try $0.delete("AccountRecord", .text(place(user))) }
        }
    }

    /// Changes the shared store without models.
    func records(_ body: (StoredRecords) throws -> Void) throws {
        let type = try String(contentsOfFile: library.config, encoding: .utf8).contains("leveldb")
        let store = StoreConfiguration(
            name: "People", type: type ? .leveldb : .sqlite, location: directory.path, file: "people")
        let records = try StoredRecords(store, backends: Bare.backends, forWriting: true)
        defer { records.close() }
        try body(records)
    }
}

/// Runs a command for accounts of a directory, and returns what it would print.
func run<Program: ToolProgram>(
    _ program: Program.Type, _ travel: Travel, _ arguments: String...
) async throws -> Conclusion {
    let parsed = try StoreTool<Program>.parseAsRoot(
        ["accounts"] + arguments + ["--config", travel.library.config])
    return await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
}

/// What `accounts list` finds.
func listed<Program: ToolProgram>(
    _ program: Program.Type, _ travel: Travel, _ arguments: String...
) async throws -> AccountsDocument {
    let parsed = try StoreTool<Program>.parseAsRoot(
        ["accounts", "list", "--json", "--config", travel.library.config] + arguments)
    let conclusion = await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
    return try document(AccountsDocument.self, conclusion)
}
