import Foundation
import Granary
import GranaryAccounts
import GranaryLevelDB
import GranaryPostgreSQL
import GranarySQLite
import Synchronization

/// A user.
@Model final class Person {
    @Attribute(.primaryKey) var name: String

    init(_ name: String) { self.name = name }
}

/// What a user has.
@Model final class Trip {
    @Attribute(.primaryKey) var title: String

    init(_ title: String) { self.title = title }
}

/// Where the stores are, with the files that stand for what outlives a process: the server, and what was shown.
struct CrashGround {
    let type: String
    let directory: String

    /// The stores of users and of trips: files in the directory, or schemas of a server with the directory's name.
    func stores() -> (people: StoreConfiguration, trips: StoreConfiguration) {
        var trips = store("Trips")
        trips.isPerAccount = true
        return (store("People"), trips)
    }

    private func store(_ name: String) -> StoreConfiguration {
        guard type == "postgresql" else {
            return StoreConfiguration(
                name: name, type: StoreType(type), location: directory, file: "\(name).\(type)")
        }
        let environment = ProcessInfo.processInfo.environment
        var options = StoreOptions(["url": environment["GRANARY_TEST_POSTGRESQL"] ?? ""])
        // It leaves room for the name of a place.
        options["schema"] = "\(directory.split(separator: "/").last ?? "")-\(name)".suffix(30).lowercased()
        return StoreConfiguration(name: name, type: .postgresql, options: options)
    }

    /// The backends.
    static var backends: [Backend] { [.sqlite, .leveldb, .postgresql] }

    /// Opens the accounts some hours after the first process, so that no lease of a former one lasts.
    func open(_ run: Int, _ trap: CrashTrap) async throws -> Accounts<CrashLogin> {
        let (people, trips) = stores()
        let schema = try Schema(
            "Crash", configurations: ["People": [Person.self, AccountRecord.self], "Trips": [Trip.self]])
        let now = Date(timeIntervalSince1970: 1_800_000_000 + Double(run) * 3_600)
        return try await Accounts<CrashLogin>.open(
            schema, StackConfiguration(stores: [people, trips]), Self.backends, .direct, Telemetry(),
            CrashLogin(directory: directory), FileSecrets(directory: "\(directory)/secrets"),
            reaching: { trap.reach($0) }, now: { now })
    }

    /// What was shown.
    func facts() throws -> CrashFacts {
        let path = "\(directory)/shown.json"
        guard let bytes = FileManager.default.contents(atPath: path) else { return CrashFacts() }
        return try JSONDecoder().decode(CrashFacts.self, from: bytes)
    }

    /// Notes what was shown.
    func note(_ facts: CrashFacts) throws {
        try JSONEncoder().encode(facts).write(to: URL(filePath: "\(directory)/shown.json"), options: .atomic)
    }
}

/// A server whose database is a file for each user: the number of the credential that it takes, which serves once.
struct CrashLogin: Authenticator {
    /// A credential.
    struct Token: Codable {
        let number: Int
    }

    let directory: String

    /// Signs somebody in.
    func answer(for name: String) throws -> SignInAnswer<Person, Token> {
        let number = present(name) + 1
        try Data("\(number)".utf8).write(to: URL(filePath: path(of: name)), options: .atomic)
        return SignInAnswer(Person(name).snapshot, Token(number: number))
    }

    func signIn() async throws -> SignInAnswer<Person, Token> { try answer(for: "ada") }

    func needsRefresh(_ user: Person.Snapshot, _ token: Token, atStart: Bool) -> Bool { false }

    func refresh(_ user: Person.Snapshot, _ token: Token) async throws -> SignInAnswer<Person, Token> {
        if token.number != present(user.name) { throw CredentialRefused() }
        return try answer(for: user.name)
    }

    func signOut(_ user: Person.Snapshot, _ token: Token) async throws {}

    private func present(_ name: String) -> Int {
        let bytes = FileManager.default.contents(atPath: path(of: name)) ?? Data()
        return Int(String(decoding: bytes, as: UTF8.self)) ?? 0
    }

    private func path(of name: String) -> String { "\(directory)/server-\(name)" }
}

/// Ends the process at a point, once it is armed.
final class CrashTrap: Sendable {
    private let point = Mutex<String?>(nil)

    /// Ends the process when it comes to a point.
    func arm(_ point: String) { self.point.withLock { $0 = point } }

    func reach(_ point: AccountPoint) {
        guard self.point.withLock({ $0 == point.rawValue }) else { return }
        kill(getpid(), SIGKILL)
        // The signal may be delivered to another thread first.
        while true { sched_yield() }
    }
}
