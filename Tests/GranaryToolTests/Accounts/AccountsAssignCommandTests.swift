import Foundation
import Granary
import GranaryLevelDB
import GranarySQLite
import GranaryTestSupport
import Testing

@testable import GranaryAccounts
@testable import GranaryAccountsTool
@testable import GranaryTool

/// How a place without a record gets one.
@Suite(.timeLimit(.minutes(1))) struct AccountsAssignCommandTests {
    /// A model with a key of several parts.
    @Model final class Member {
        @Attribute(.primaryKey) var region: String
        @Attribute(.primaryKey) var number: Int32
        @Attribute(.primaryKey) var id: UUID
        @Attribute(.primaryKey) var isOld: Bool
    }

    @Test(arguments: ["sqlite", "leveldb"]) func aPlaceGetsItsUserBack(_ type: String) async throws {
        let travel = try await Travel.made(type)
        let place = try travel.place("ada@one")
        try travel.loseRecord(of: "ada@one")
        let done = try await run(Travels.self, travel, "assign", place, "ada@one")
        #expect(
            done.exitCode == 0 && done.output.hasPrefix("\(place): assigned") && !done.output.contains("ada"))
        #expect(try await travel.contents(of: "ada@one").trips == ["trip of ada@one"])
        #expect(try await listed(Travels.self, travel).withoutRecord.isEmpty)
    }

    @Test func wrongPlacesAndKeysAreRefused() async throws {
        let travel = try await Travel.made()
        let (ada, bob) = (try travel.place("ada@one"), try travel.place("bob@two"))
        try travel.loseRecord(of: "ada@one")
        let before = try await listed(Travels.self, travel)
        for (place, key, message) in [
            ("nowhere", "ada@one", "no account at the place"), (bob, "ada@one", "has a record"),
            (ada, "eve@four", "no object of Traveller"), (ada, "bob@two", "an account at another place"),
            ("../..", "ada@one", "lower-case letters"),
        ] {
            let failed = try await run(Travels.self, travel, "assign", place, key)
            #expect(failed.exitCode == 1 && failed.errors.contains(message), "\(failed)")
            #expect(!failed.errors.contains(key))
        }
        #expect(try await listed(Travels.self, travel) == before)
    }

    @Test(arguments: ["sqlite", "leveldb"]) func aPlaceThatIsOpenIsNotAssigned(_ type: String) async throws {
        let travel = try await Travel.made(type)
        try travel.loseRecord(of: "ada@one")
        let place = try travel.place("ada@one")
        let schema = try Schema("Trips", configurations: ["Trips": [TravelFirst.Trip.self]])
        let stack = try await PersistentStack.open(
            schema,
            configuration: StackConfiguration(
                stores: [
                    StoreConfiguration(
                        name: "Trips", type: type == "sqlite" ? .sqlite : .leveldb,
                        location: try travel.directory(of: "ada@one"), file: "trips")
                ]), backends: Bare.backends)
        let failed = try await run(Travels.self, travel, "assign", place, "ada@one")
        #expect(failed.exitCode == 1 && failed.errors.contains("open; end it"), "\(failed)")
        try await stack.close()
        #expect(try await run(Travels.self, travel, "assign", place, "ada@one").exitCode == 0)
    }

    /// A server that lets everybody in.
    struct Server: Authenticator {
        func signIn() async throws -> SignInAnswer<TravelFirst.Traveller, String> {
            SignInAnswer(TravelFirst.Traveller(email: "ada@one", name: "Ada").snapshot, "token")
        }

        func needsRefresh(_ user: TravelFirst.Traveller.Snapshot, _ token: String, atStart: Bool) -> Bool {
            false
        }

        func refresh(
            _ user: TravelFirst.Traveller.Snapshot, _ token: String
        ) async throws -> SignInAnswer<TravelFirst.Traveller, String> { SignInAnswer(user, token) }

        func signOut(_ user: TravelFirst.Traveller.Snapshot, _ token: String) async throws {}
    }

    @Test func aCredentialOfBeforeSignsNobodyIn() async throws {
        var travel = try Travel()
        func open() async throws -> Accounts<Server> {
            try await Accounts.open(
                TravelFirst.schema(),
                configuration: FileConfigurationSource(path: travel.library.config, arguments: []),
                backends: Bare.backends, authenticator: Server())
        }
        let before = try await open()
        let place = try await before.signIn().place
        travel.places["ada@one"] = place
        try await before.close()
        #expect(try await run(Travels.self, travel).output.contains("signedIn, current"))
        let secret = travel.directory.path(of: "secrets/\(place)")
        #expect(FileManager.default.fileExists(atPath: secret))
        try travel.loseRecord(of: "ada@one")
        let done = try await run(Travels.self, travel, "assign", place, "ada@one")
        #expect(done.exitCode == 0, "\(done)")
        let after = try await open()
        let account = try await after.account(ObjectID("ada@one"))
        guard case .signedOut = account.state else {
            Issue.record("the state is \(account.state)")
            return
        }
        #expect(account.place == place && !FileManager.default.fileExists(atPath: secret))
        try await after.close()
    }

    @Test func keysHaveTheTextsOfRecords() throws {
        let schema = try Schema(
            "Members", configurations: ["People": [Member.self, AccountRecord.self]]
        )
        let users = try StoredUsers(named: nil, in: StoredSchema(schema, ["People"]))
        let key = Member.Key(region: "a/b \u{e9}\"", number: -3, id: UUID(), isOld: true)
        let text = try AccountRecord.text(of: ObjectID<Member>(key))
        #expect(try users.recorded(key.objectKey) == text)
        #expect(try users.key(recorded: text) == key.objectKey)
        #expect(try users.key(written: text) == key.objectKey)
        for wrong in ["", "7", "{}", "[1]", #"{"region": 1, "number": 1, "id": "x", "isOld": true}"#] {
            expectError(.invalidValue) { try users.key(written: wrong) }
        }
        #expect(users.areAlone)
        expectError(.notFound) { try StoredUsers(named: "Other", in: StoredSchema(schema, ["People"])) }
    }

    @Test func usersInRelationshipsAreNotAlone() throws {
        let schema = try Schema(
            "Library", configurations: ["People": [First.Author.self, First.Book.self, AccountRecord.self]])
        for model in ["Author", "Book"] {
            #expect(try !StoredUsers(named: model, in: StoredSchema(schema, ["People"])).areAlone)
        }
    }

    @Test func severalModelsBesideTheRecordsNeedAName() throws {
        let schema = try Schema(
            "Members",
            configurations: ["People": [Member.self, TravelFirst.Traveller.self, AccountRecord.self]])
        expectError(.query) { try StoredUsers(named: nil, in: StoredSchema(schema, ["People"])) }
        let users = try StoredUsers(named: "Traveller", in: StoredSchema(schema, ["People"]))
        #expect(try users.key(written: "7") == .text("7") && users.recorded(.text("7")) == "\"7\"")
    }
}
