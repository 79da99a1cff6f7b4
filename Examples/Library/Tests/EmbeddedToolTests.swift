import Foundation
import GranaryTestSupport
import Testing

/// A program that has the tool's commands among its own, run as its users run it.
@Suite(.timeLimit(.minutes(5))) struct EmbeddedToolTests {
    /// A library with the three books of the first release, brought to a later one.
    private func library(in release: String = "january") throws -> Shell {
        let shell = try Shell()
        #expect(try shell.run("library seed", release: "january").status == 0)
        if release != "january" { #expect(try shell.run("library migrate", release: release).status == 0) }
        return shell
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func stores(_ outcome: Shell.Outcome) throws -> [[String: Any]] {
        try #require(try json(outcome.output)["stores"] as? [[String: Any]])
    }

    @Test func exitCodesTellWhatAMigrationWouldDo() throws {
        let shell = try library()
        #expect(try shell.run("library migrate --dry-run", release: "january").status == 0)
        #expect(try shell.run("library migrate --dry-run", release: "march").status == 2)
        #expect(try shell.run("library migrate --dry-run", release: "september").status == 3)
        #expect(try shell.run("library migrate --nonsense", release: "march").status == 64)
        try Data("This is no store.".utf8).write(
            to: shell.directory.url.appending(path: "data/library.sqlite"))
        #expect(try shell.run("library migrate", release: "march").status == 1)
    }

    @Test func aMigrationIsReportedAsJSON() throws {
        let shell = try library()
        let done = try shell.run("library migrate --json", release: "march")
        #expect(done.status == 0 && done.errors.isEmpty)
        let store = try #require(try stores(done).first)
        #expect(store["state"] as? String == "migrated" && store["runsCode"] as? Bool == false)
        let steps = try #require(store["steps"] as? [[String: Any]])
        #expect(steps.compactMap { $0["name"] as? String } == ["add Book.pages", "add Book.language"])
        let again = try shell.run("library migrate --json", release: "march")
        #expect(try stores(again).first?["state"] as? String == "current")
    }

    @Test func errorsAreJSONTooWhereItIsAskedFor() throws {
        let shell = try library()
        let failed = try shell.run("library stores --config nothing.yaml --json", release: "march")
        #expect(failed.status == 1 && failed.output.isEmpty)
        let error = try #require(try json(failed.errors)["error"] as? [String: Any])
        #expect(error["code"] as? String == "configuration")
        #expect((error["message"] as? String)?.contains("nothing.yaml") == true)
    }

    @Test func migrationsWithCodeAreListedCarriedOutAndCleanedUpAfter() throws {
        let shell = try library(in: "july")
        #expect(try shell.run("library backfill", release: "july").output == "Book: 3 filled, 0 left\n")
        #expect(try shell.run("library migrate", release: "september").status == 0)
        let listed = try stores(try shell.run("library migrations --json", release: "november"))
        let next = try #require((listed.first?["migrations"] as? [[String: Any]])?.first)
        #expect(next["isNext"] as? Bool == true && next["runsCode"] as? Bool == true)

        #expect(try shell.run("library migrate --rehearse", release: "november").status == 0)
        #expect(try shell.run("library migrate --dry-run", release: "november").status == 2)
        #expect(try shell.run("library migrate", release: "november").status == 0)
        let books = try shell.run("library list", release: "november").output
        #expect(books.contains("Author: ") && !books.contains("author "))

        let after = try stores(try shell.run("library migrations --json", release: "november"))
        let kept = try #require((after.first?["kept"] as? [String])?.first)
        let name = kept.split(separator: "/").last ?? ""
        #expect(try shell.run("library migrations --drop \(name)", release: "november").status == 0)
        #expect(!FileManager.default.fileExists(atPath: kept))
    }

    @Test func aStoreThatNoMigrationBeginsWithStaysAsItIs() throws {
        let shell = try library(in: "march")
        let before = try shell.run("library list", release: "march").output
        let refused = try shell.run("library migrate", release: "november")
        #expect(refused.status == 3)
        #expect(refused.errors == "Error: 1 of 1 stores cannot follow.\n", "\(refused.output)")
        #expect(try shell.run("library list", release: "march").output == before)
    }

    @Test func theHelpHasTheCommandsOfBoth() throws {
        let help = try Shell().run("library --help", release: "november")
        for command in [
            "seed", "list", "backfill", "move", "stores", "schema", "migrate", "migrations", "config",
        ] {
            #expect(help.output.contains("  \(command) "), "\(command)")
        }
        let wrong = try Shell().run("library backfill", release: "december")
        #expect(wrong.status != 0 && wrong.errors.contains("There is no release “december”"))
    }
}
