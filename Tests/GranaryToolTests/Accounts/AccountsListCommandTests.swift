import ArgumentParser
import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryAccounts
@testable import GranaryAccountsTool
@testable import GranaryTool

/// The list of accounts, and what is known of each.
@Suite(.timeLimit(.minutes(1))) struct AccountsListCommandTests {
    @Test(arguments: ["sqlite", "leveldb"]) func accountsAreListedByTheirPlaces(_ type: String) async throws {
        let travel = try await Travel.made(type)
        let text = try await run(Travels.self, travel)
        #expect(text.exitCode == 0 && text.errors.isEmpty)
        for place in travel.places.values { #expect(text.output.contains(place)) }
        #expect(text.output.contains("guest") && text.output.contains("2027-01-15 09:00"))
        #expect(!text.output.contains("ada@") && !text.output.contains("hidden"))
        for line in text.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let found = try await listed(Travels.self, travel)
        #expect(found.accounts.count == 3 && found.withoutRecord.isEmpty)
        let ada = try #require(found.accounts.first { $0.place == travel.places["ada@one"] })
        #expect(ada.user == nil && ada.size > 0 && !ada.isGuest && !ada.isForgotten && ada.standing == nil)
        #expect(ada.stores.map(\.configurations) == [["Timetables"], ["Trips"]])
        #expect(
            ada.stores.map(\.state) == [.present, .present] && ada.stores.allSatisfy { $0.size ?? 0 > 0 })
        let guest = try #require(found.accounts.first { $0.isGuest })
        #expect(guest.stores.map(\.state) == [.absent, .absent] && guest.size == 0)
    }

    @Test func keysAreShownWhereTheyAreAskedFor() async throws {
        let travel = try await Travel.made()
        let text = try await run(Travels.self, travel, "list", "--show-keys")
        #expect(text.output.contains("ada@one") && !text.output.contains("\"ada@one\""))
        let found = try await listed(Travels.self, travel, "--show-keys")
        #expect(Set(found.accounts.compactMap(\.user)) == ["ada@one", "bob@two"])
    }

    @Test(arguments: ["sqlite", "leveldb"]) func statesFollowTheModels(_ type: String) async throws {
        let travel = try await Travel.made(type)
        func states<Program: ToolProgram>(_ program: Program.Type) async throws -> [StoreReport.State] {
            let place = try travel.place("ada@one")
            return try await listed(program, travel, place).accounts.flatMap(\.stores).map(\.state)
        }
        #expect(try await states(FirstTravels.self) == [.current, .current])
        #expect(try await states(SecondTravels.self) == [.current, .behind])
        #expect(try await states(ThirdTravels.self) == [.current, .refused])
    }

    @Test(arguments: ["sqlite", "leveldb"]) func lookingChangesNothing(_ type: String) async throws {
        let travel = try await Travel.made(type)
        let before = travel.files()
        #expect(try await run(SecondTravels.self, travel, "list").exitCode == 0)
        #expect(try await run(SecondTravels.self, travel, "migrate", "--dry-run").exitCode == 2)
        #expect(travel.files() == before)
    }

    @Test func anAccountThatIsNamedIsShownWithItsFiles() async throws {
        let travel = try await Travel.made()
        let place = try travel.place("ada@one")
        let text = try await run(Travels.self, travel, "list", place)
        #expect(text.exitCode == 0 && text.output.contains("File of Trips"))
        #expect(text.output.contains("accounts/\(place)/trips"))
        #expect(!text.output.contains(try travel.place("bob@two")))
        let unknown = try await run(Travels.self, travel, "list", "nowhere")
        #expect(unknown.exitCode == 1 && unknown.errors.contains("no account at the place “nowhere”"))
    }

    @Test(arguments: ["sqlite", "leveldb"]) func placesWithoutARecordAreListed(_ type: String) async throws {
        let travel = try await Travel.made(type)
        try travel.loseRecord(of: "ada@one")
        try FileManager.default.createDirectory(
            atPath: travel.directory.path(of: "accounts/empty"), withIntermediateDirectories: true)
        try travel.library.write("no place", to: "accounts/Stray File")
        let found = try await listed(Travels.self, travel)
        #expect(try found.withoutRecord.map(\.place) == [travel.place("ada@one")])
        #expect(found.withoutRecord[0].size > 0 && found.accounts.count == 2)
        let text = try await run(Travels.self, travel)
        #expect(text.output.contains("Place without a record"))
    }

    @Test func aStoreThatCannotBeLookedAtIsAnErrorBesideTheOthers() async throws {
        let travel = try await Travel.made()
        try travel.library.write("This is no store.", to: "accounts/\(try travel.place("ada@one"))/trips")
        let text = try await run(Travels.self, travel)
        #expect(text.exitCode == 1 && text.errors == "Error: 1 of 6 stores cannot be looked at.\n")
        #expect(text.output.contains("\(try travel.place("ada@one")), Trips: "))
        let found = try await listed(Travels.self, travel)
        #expect(found.accounts.flatMap(\.stores).compactMap(\.error).map(\.code) == ["foreign"])
    }

    @Test func whoIsForgottenOrCurrentIsMarked() async throws {
        let travel = try await Travel.made()
        let accounts = try await travel.open(hour: 5)
        try await accounts.switch(to: accounts.account(ObjectID("bob@two")))
        try await accounts.close()
        try travel.records { records in
            let place = try travel.place("ada@one")
            try records.commit {
                try $0.update("AccountRecord", .text(place), ["isForgotten": .bool(true)])
            }
        }
        let text = try await run(Travels.self, travel).output
        let lines = text.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix(travel.places["ada@one"] ?? "-") && $0.hasSuffix("forgotten") })
        #expect(lines.contains { $0.hasPrefix(travel.places["bob@two"] ?? "-") && $0.hasSuffix("current") })
    }

    @Test func aRecordThatSomebodyHasEditedIsAnErrorBesideTheOthers() async throws {
        let travel = try await Travel.made()
        try travel.records { records in
            try records.commit {
                try $0.insert(
                    "AccountRecord",
                    [
                        "place": .text("../..\u{1B}[2J"), "user": .text("\"eve\""), "lastUsed": .date(0),
                        "isForgotten": .bool(false),
                    ])
            }
        }
        let text = try await run(Travels.self, travel)
        #expect(text.exitCode == 1 && text.errors == "Error: 1 of 4 accounts cannot be looked at.\n")
        #expect(text.output.contains("lower-case letters") && !text.output.contains("\u{1B}"))
        let found = try await listed(Travels.self, travel)
        #expect(found.accounts.compactMap(\.error).map(\.code) == ["configuration"])
        let migrated = try await run(SecondTravels.self, travel, "migrate")
        #expect(migrated.exitCode == 1 && migrated.errors == "Error: 1 of 4 accounts failed.\n")
        let purged = try await run(Travels.self, travel, "purge", "--all")
        #expect(purged.exitCode == 1 && purged.output.contains("2 stores were destroyed"))
        #expect(try await run(FirstTravels.self, travel, "list", "nowhere").exitCode == 1)
    }

    @Test func storesWithoutAccountsAreNamed() async throws {
        let travel = try Travel()
        let none = "No store that accounts share has their records"
        for arguments in [
            ["list"], ["migrate"], ["purge", "--all"], ["forget", "a"], ["assign", "a", "b"],
        ] {
            let parsed = try StoreTool<FirstTravels>.parseAsRoot(
                ["accounts"] + arguments + ["--config", travel.library.config])
            let conclusion = await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
            #expect(conclusion.exitCode == 1 && conclusion.errors.contains(none), "\(arguments)")
        }
        try travel.library.write("stores: { People: { type: memory } }", to: "granary.yaml")
        let memory = try await run(Travels.self, travel)
        #expect(memory.exitCode == 1 && memory.errors.contains(none))
        let json = try await run(Travels.self, travel, "list", "--json")
        #expect(json.output.isEmpty && json.errors.contains("\"code\" : \"notFound\""))
    }

    @Test func accountsWithoutStoresOfTheirOwnAreListed() async throws {
        let travel = try Travel(perAccount: false)
        try await travel.open().close()
        let found = try await listed(Travels.self, travel)
        #expect(found.accounts.map(\.isGuest) == [true] && found.accounts[0].stores.isEmpty)
        let migrated = try await run(FirstTravels.self, travel, "migrate")
        #expect(
            migrated.exitCode == 1
                && migrated.errors.contains("No store of the configuration has `perAccount`"))
        let purged = try await run(Travels.self, travel, "purge", "--all")
        #expect(purged.exitCode == 1 && purged.errors.contains("`perAccount`"))
    }

    @Test func theSectionIsKnownAndChecked() async throws {
        let good = try Travel(more: "accounts: { limit: 3 }")
        try await good.open().close()
        #expect(try await run(Travels.self, good).exitCode == 0)
        let unknown = try await run(Bare.self, "stores", "--config", good.library.config)
        #expect(unknown.exitCode == 1 && unknown.errors.contains("accounts: This key is not known here"))
        let bad = try await run(Travels.self, Travel(more: "accounts: { limits: 3 }"))
        #expect(bad.exitCode == 1 && bad.errors.contains("limits"))
        #expect(try await run(Travels.self, "backends").output.contains("The section accounts: "))
    }
}
