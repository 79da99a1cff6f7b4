import ArgumentParser
import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryAccounts
@testable import GranaryAccountsTool
@testable import GranaryTool

/// How stores of accounts are purged, and accounts forgotten.
@Suite(.timeLimit(.minutes(1))) struct AccountsErasingCommandTests {
    private func purged(_ travel: Travel, _ arguments: String...) async throws -> (Int32, [PurgedAccount]) {
        let parsed = try StoreTool<Travels>.parseAsRoot(
            ["accounts", "purge", "--json", "--config", travel.library.config] + arguments)
        let conclusion = await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
        return (conclusion.exitCode, try document(AccountsPurgeDocument.self, conclusion).accounts)
    }

    // MARK: Purging

    @Test(arguments: ["sqlite", "leveldb"]) func purgeableStoresGoAndOthersStay(_ type: String) async throws {
        let travel = try await Travel.made(type)
        let (code, reports) = try await purged(travel, "--all")
        #expect(code == 0 && reports.map(\.stores) == [["Timetables"], ["Timetables"]])
        #expect(try reports.map(\.place) == [travel.place("ada@one"), travel.place("bob@two")])
        #expect(reports.allSatisfy { $0.size > 0 && $0.error == nil })
        let found = try await travel.contents(of: "ada@one")
        #expect(found.trips == ["trip of ada@one"] && found.timetables == 0)
        let (again, none) = try await purged(travel, try travel.place("bob@two"))
        #expect(again == 0 && none.isEmpty)
        let text = try await run(Travels.self, travel, "purge", "--all")
        let line = text.output.split(separator: "\n").last.map(String.init) ?? ""
        #expect(line.hasPrefix("1 store was destroyed, with ") && line.hasSuffix("kB."), "\(text.output)")
    }

    @Test func theAccountsUnusedLongestArePurgedFirst() async throws {
        let travel = try await Travel.made(of: ["ada@one", "bob@two", "cy@three"])
        let sizes = try await listed(Travels.self, travel).accounts.compactMap { $0.stores.last?.size }
        let above = sizes.reduce(0, +) - 1
        let (code, reports) = try await purged(travel, "--above", "\(above)B")
        #expect(try code == 0 && reports.map(\.place) == [travel.place("ada@one")])
        let (_, none) = try await purged(travel, "--above", "\(above)B")
        #expect(none.isEmpty)
        let text = try await run(Travels.self, travel, "purge", "--above", "1TB")
        #expect(text.output == "No store was destroyed.\n")
    }

    @Test func anOpenAccountIsNotPurged() async throws {
        let travel = try await Travel.made()
        let accounts = try await travel.open(hour: 9)
        let account = try await accounts.account(ObjectID("ada@one"))
        let failed = try await run(Travels.self, travel, "purge", account.place)
        #expect(failed.exitCode == 1 && failed.errors == "Error: 1 of 1 accounts could not be purged.\n")
        #expect(failed.output.contains("open; end it"))
        #expect(try await account.stack.perform { try $0.count(TravelFirst.Timetable.all) } == 1)
        try await accounts.close()
    }

    @Test func wrongChoicesOfAccountsAreRefused() async throws {
        for arguments in [[], ["--all", "--above", "1GB"], ["a", "--all"], ["--above", "much"]] {
            #expect(throws: (any Error).self, "\(arguments)") {
                try StoreTool<Travels>.parseAsRoot(["accounts", "purge"] + arguments)
            }
        }
        let travel = try await Travel.made()
        let unknown = try await run(Travels.self, travel, "purge", "nowhere", try travel.place("ada@one"))
        #expect(unknown.exitCode == 1 && unknown.errors.contains("“nowhere”"))
        #expect(try await travel.contents(of: "ada@one").timetables == 1)
    }

    @Test func aFileWithWhatIsNotPurgeableStays() async throws {
        let travel = try await Travel.made()
        let text = try String(contentsOfFile: travel.library.config, encoding: .utf8)
            .replacing("file: times", with: "file: trips")
        try travel.library.write(text, to: "granary.yaml")
        let failed = try await run(Travels.self, travel, "purge", "--all")
        #expect(failed.exitCode == 1 && failed.errors.contains("holds also what is not purgeable"))
    }

    // MARK: On a server

    @Test(.enabled(if: Library.hasServer)) func storesOnAServerAreFoundPurgedAndForgotten() async throws {
        var travel = try Travel(onServer: "tool_\(UInt32.random(in: 0 ... .max))")
        try await travel.make(["ada@one", "bob@two"])
        let (ada, bob) = (try travel.place("ada@one"), try travel.place("bob@two"))
        try travel.loseRecord(of: "ada@one")
        let found = try await listed(Travels.self, travel)
        #expect(found.withoutRecord.map(\.place) == [ada] && found.accounts.count == 2)
        #expect(found.withoutRecord[0].stores.map(\.state) == [.present, .present])
        #expect(try await run(Travels.self, travel, "assign", ada, "ada@one").exitCode == 0)
        #expect(try await travel.contents(of: "ada@one").trips == ["trip of ada@one"])
        let (code, reports) = try await purged(travel, "--all")
        #expect(code == 0 && reports.map(\.stores) == [["Timetables"], ["Timetables"]])
        let dry = try await run(SecondTravels.self, travel, "migrate", "--dry-run")
        #expect(dry.exitCode == 2 && dry.output.contains("2 pending"))
        #expect(try await run(SecondTravels.self, travel, "migrate").exitCode == 0)
        for place in [ada, bob] {
            let done = try await run(Travels.self, travel, "forget", place)
            #expect(done.exitCode == 0 && done.output == "\(place): forgotten.\n", "\(done)")
        }
        let left = try await listed(Travels.self, travel)
        #expect(left.withoutRecord.isEmpty && left.accounts.map(\.isGuest) == [true])
    }

    // MARK: Forgetting

    @Test(arguments: ["sqlite", "leveldb"]) func nothingOfAForgottenAccountIsLeft(_ type: String) async throws
    {
        let travel = try await Travel.made(type)
        let place = try travel.place("ada@one")
        let done = try await run(Travels.self, travel, "forget", place)
        #expect(done.exitCode == 0 && done.output == "\(place): forgotten.\n", "\(done)")
        #expect(!FileManager.default.fileExists(atPath: try travel.directory(of: "ada@one")))
        try travel.records { records in
            #expect(try records.find("AccountRecord", .text(place)) == nil)
            let stream = try records.stream("Traveller")
            var emails: [Value] = []
            while let row = try stream.next() { emails.append(row["email"] ?? .null) }
            #expect(emails == [.text("bob@two")])
        }
        #expect(try await travel.contents(of: "bob@two").trips == ["trip of bob@two"])
        let again = try await run(Travels.self, travel, "forget", place)
        #expect(again.exitCode == 1 && again.errors.contains("no account at the place"))
    }

    @Test func anAccountInUseAndTheGuestAreNotForgotten() async throws {
        let travel = try await Travel.made()
        let accounts = try await travel.open(hour: 9)
        let account = try await accounts.account(ObjectID("ada@one"))
        let failed = try await run(Travels.self, travel, "forget", account.place, "--json")
        #expect(failed.exitCode == 1 && failed.errors.contains("\"code\" : \"locked\""))
        let guest = try await run(Travels.self, travel, "forget", accounts.guest.place)
        #expect(guest.exitCode == 1 && guest.errors.contains("the place of the guest"))
        try await accounts.close()
        #expect(try await travel.contents(of: "ada@one").trips == ["trip of ada@one"])
    }

    @Test func thePlaceWithoutARecordGoesWhenItIsNamed() async throws {
        let travel = try await Travel.made()
        try travel.loseRecord(of: "ada@one")
        let done = try await run(Travels.self, travel, "forget", try travel.place("ada@one"))
        #expect(done.exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: try travel.directory(of: "ada@one")))
        // The user is somebody without an account, and nobody has asked to delete them.
        let accounts = try await travel.open()
        #expect(try await accounts.sharedStack.perform { try $0.count(TravelFirst.Traveller.all) } == 2)
        try await accounts.close()
    }

    @Test func aWrongModelOfUsersChangesNothing() async throws {
        let travel = try await Travel.made()
        let place = try travel.place("ada@one")
        let failed = try await run(Travels.self, travel, "forget", place, "--model", "Trip")
        #expect(failed.exitCode == 1 && failed.errors.contains("there is Traveller"))
        #expect(try await travel.contents(of: "ada@one").trips == ["trip of ada@one"])
    }

    @Test func aCredentialGoesWithItsAccount() async throws {
        let travel = try await Travel.made()
        let place = try travel.place("ada@one")
        try travel.records { records in
            try records.commit {
                try $0.update(
                    "AccountRecord", .text(place), ["credential": .integer(1), "standing": .text("signedIn")])
            }
        }
        let secrets = FileSecrets(directory: travel.directory.path(of: "secrets"))
        try await secrets.store([1, 2, 3], at: place)
        // Nobody uses a file that others may read, and it goes all the same.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: travel.directory.path(of: "secrets/\(place)"))
        let listing = try await run(Travels.self, travel)
        #expect(listing.output.contains("signedIn"))
        let done = try await run(Travels.self, travel, "forget", place)
        #expect(done.output == "\(place): forgotten.\n")
        #expect(try await secrets.secret(at: place) == nil)
    }

    @Test func aCredentialElsewhereIsLeftToTheProgram() async throws {
        let travel = try await Travel.made()
        let place = try travel.place("ada@one")
        try travel.records { records in
            try records.commit {
                try $0.update(
                    "AccountRecord", .text(place), ["credential": .integer(1), "standing": .text("signedIn")])
            }
        }
        let parsed = try await run(Travels.self, travel, "forget", place, "--json")
        let report = try document(ForgottenAccount.self, parsed)
        #expect(parsed.exitCode == 0 && report.state == .erased && report.rest != nil)
        #expect(!FileManager.default.fileExists(atPath: try travel.directory(of: "ada@one")))
        let accounts = try await travel.open()
        #expect(try await accounts.sharedStack.perform { try $0.count(TravelFirst.Traveller.all) } == 1)
        try await accounts.close()
    }
}
