import ArgumentParser
import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryAccounts
@testable import GranaryAccountsTool
@testable import GranaryTool

/// How the stores of all accounts get the program's models.
@Suite(.timeLimit(.minutes(1))) struct AccountsMigrateCommandTests {
    private func migrated<Program: ToolProgram>(
        _ program: Program.Type, _ travel: Travel, _ arguments: String...
    ) async throws -> (exitCode: Int32, states: [String: AccountMigration.State], all: [AccountMigration]) {
        let parsed = try StoreTool<Program>.parseAsRoot(
            ["accounts", "migrate", "--json", "--config", travel.library.config] + arguments)
        let conclusion = await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
        let found = try document(AccountsMigrateDocument.self, conclusion).accounts
        let states = found.map { account in
            (travel.places.first { $0.value == account.place }?.key ?? "guest", account.state)
        }
        return (conclusion.exitCode, Dictionary(states, uniquingKeysWith: { first, _ in first }), found)
    }

    @Test(arguments: ["sqlite", "leveldb"]) func allAccountsFollowAndStayThere(_ type: String) async throws {
        let travel = try await Travel.made(type, of: ["ada@one", "bob@two", "cy@three"])
        let dry = try await migrated(SecondTravels.self, travel, "--dry-run")
        #expect(dry.exitCode == 2 && dry.states["guest"] == .current)
        #expect(travel.places.keys.allSatisfy { dry.states[$0] == .pending })
        let done = try await migrated(SecondTravels.self, travel, "--at-once", "2")
        #expect(done.exitCode == 0 && done.states["guest"] == .current)
        #expect(travel.places.keys.allSatisfy { done.states[$0] == .migrated })
        let ada = try #require(done.all.first { $0.place == travel.places["ada@one"] })
        #expect(ada.stores.map(\.state) == [.current, .migrated])
        let again = try await migrated(SecondTravels.self, travel)
        #expect(again.exitCode == 0 && again.all.allSatisfy { $0.state == .current })
        let text = try await run(SecondTravels.self, travel, "migrate")
        #expect(text.output == "4 accounts: 4 current.\n")
    }

    @Test func theTextSaysOnceWhatIsTheSame() async throws {
        let travel = try await Travel.made()
        let text = try await run(SecondTravels.self, travel, "migrate", "--dry-run")
        #expect(text.exitCode == 2 && text.errors.isEmpty)
        #expect(text.output.hasPrefix("3 accounts: 1 current, 2 pending.\n"))
        #expect(text.output.contains("Trips of 2 accounts would be migrated; nothing was changed."))
        for place in travel.places.values {
            #expect(text.output.contains("\(place)  pending  Timetables current; Trips pending"))
        }
        for line in text.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test(arguments: ["sqlite", "leveldb"]) func lossesNeedConsent(_ type: String) async throws {
        let travel = try await Travel.made(type)
        let before = travel.files()
        let refused = try await migrated(ThirdTravels.self, travel)
        #expect(refused.exitCode == 3 && refused.states["ada@one"] == .refused)
        #expect(travel.files() == before)
        let text = try await run(ThirdTravels.self, travel, "migrate")
        #expect(text.errors == "Error: 2 of 3 accounts cannot follow.\n")
        #expect(text.output.contains("To agree: --consent 'drop Trip.year'"))
        let done = try await migrated(ThirdTravels.self, travel, "--consent", "drop Trip.year")
        #expect(done.exitCode == 0 && done.states["ada@one"] == .migrated)
        #expect(done.all.flatMap(\.stores).compactMap(\.kept).count == 2)
    }

    @Test func oneThatFailsKeepsNoOtherAndIsNextWhenItIsMended() async throws {
        let travel = try await Travel.made()
        let path = "accounts/\(try travel.place("ada@one"))/trips"
        let good = try #require(FileManager.default.contents(atPath: travel.directory.path(of: path)))
        try travel.library.write("This is no store.", to: path)
        let failed = try await migrated(SecondTravels.self, travel)
        #expect(
            failed.exitCode == 1 && failed.states["ada@one"] == .failed
                && failed.states["bob@two"] == .migrated)
        let text = try await run(SecondTravels.self, travel, "migrate")
        #expect(text.errors == "Error: 1 of 3 accounts failed.\n")
        try good.write(to: URL(filePath: travel.directory.path(of: path)))
        let mended = try await migrated(SecondTravels.self, travel)
        #expect(
            mended.exitCode == 0 && mended.states["ada@one"] == .migrated
                && mended.states["bob@two"] == .current)
    }

    @Test func whatWasInterruptedGoesOn() async throws {
        let travel = try await Travel.made()
        let options = try ConfigurationOptions.parse(["--config", travel.library.config])
        let work = AccountsMigrationWork(
            found: try await FoundAccounts(SecondTravels.self, options), schema: try TravelSecond.schema(),
            consents: [], isDry: false, progress: Progress(screen: Screen()))
        let first = AccountMigration(try travel.place("ada@one"), work)
        #expect(first.state == .migrated)
        work.rows.interrupt()
        let rest = try await work.run(at: Array(travel.places.values), several: 2)
        #expect(rest.allSatisfy { $0.state == .left && $0.ending == .failed })
        let done = try await migrated(SecondTravels.self, travel)
        #expect(done.states["ada@one"] == .current && done.states["bob@two"] == .migrated)
    }

    @Test func accountsCanBeNamed() async throws {
        let travel = try await Travel.made()
        let place = try travel.place("bob@two")
        let done = try await migrated(SecondTravels.self, travel, place)
        #expect(done.states == ["bob@two": .migrated])
        let unknown = try await run(SecondTravels.self, travel, "migrate", place, "nowhere")
        #expect(unknown.exitCode == 1 && unknown.errors.contains("“nowhere”"))
        #expect(try await migrated(SecondTravels.self, travel).states["ada@one"] == .migrated)
    }

    @Test func withoutModelsTheRemedyIsNamed() async throws {
        let travel = try await Travel.made()
        let failed = try await run(Travels.self, travel, "migrate")
        #expect(
            failed.exitCode == 1 && failed.errors.contains("knows no models, which “accounts migrate” needs"))
        #expect(throws: (any Error).self) {
            try StoreTool<Travels>.parseAsRoot(["accounts", "migrate", "--at-once", "0"])
        }
    }

    @Test func storesInMemoryHaveNothingToMigrate() async throws {
        let travel = try await Travel.made()
        let text = try String(contentsOfFile: travel.library.config, encoding: .utf8)
            .replacing(
                "Trips: { type: sqlite, file: trips, location: ., kind: durable,",
                with: "Trips: { type: memory,")
        try travel.library.write(text, to: "granary.yaml")
        let done = try await migrated(SecondTravels.self, travel)
        #expect(done.exitCode == 0 && done.all.allSatisfy { $0.state == .current })
        #expect(done.all.allSatisfy { $0.stores.last?.state == .memory })
    }
}
