import Flights
import Foundation
import Granary
import GranaryLevelDB
import GranarySQLite
import Testing

/// Stores of the first version follow to the second, and then are the same as if they had been filled by it.
@Suite(.timeLimit(.minutes(10))) struct FirstVersionTests {
    /// They have the answers and every row of stores that the second version has filled.
    @Test func storesThatShipFollow() throws {
        let (program, fresh) = (try Program(), try Program())
        defer {
            program.remove()
            fresh.remove()
        }
        #expect(try fresh.run("import").status == 0)
        let expected = try rows(fresh, .sqlite)
        #expect(expected.map(\.count) == [4_943, 27_005])
        for (configuration, type) in [("granary.yaml", StoreType.sqlite), ("granary-leveldb.yaml", .leveldb)]
        {
            #expect(try program.run("first-version", configuration: configuration).status == 0)
            try expectMigration(program, configuration, about: Program.january)
            #expect(try rows(program, type) == expected)
        }
    }

    @Test(arguments: Program.configurations.filter { $0 != "granary-memory.yaml" })
    func storesOfEveryConfigurationFollow(_ configuration: String) throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        let first = try program.run("first-version", "--data", few, configuration: configuration)
        #expect(first.output == "Stored 4 flights in version 1.\n", "\(first.errors)")
        try expectMigration(program, configuration, about: few)
    }

    /// The whole year, where a variable names its data: `make test-year`.
    @Test(
        .enabled(if: Program.year != nil), .timeLimit(.minutes(30)),
        arguments: ["granary.yaml", "granary-leveldb.yaml"])
    func aYearFollows(_ configuration: String) throws {
        let year = try #require(Program.year)
        let program = try Program()
        defer { program.remove() }
        let first = try program.run("first-version", "--data", year, configuration: configuration)
        #expect(first.output == "Stored 336,776 flights in version 1.\n", "\(first.errors)")
        try expectMigration(program, configuration, about: year)
    }

    @Test func openingAStoreMigratesItToo() throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        #expect(try program.run("first-version", "--data", few).status == 0)
        let answers = try program.run("answers", "--json")
        #expect(answers.status == 0, "\(answers.errors)")
        #expect(try AnswersDocument(json: answers.output) == AnswersDocument(json: Program.check(few)))
        #expect(try program.run("migrate").status == 0)
    }

    @Test func whatIsThereIsNotReplaced() throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        #expect(try program.run("import", "--data", few).status == 0)
        let before = try program.run("answers", "--json")
        let refused = try program.run("first-version")
        #expect(refused.status != 0 && refused.output.isEmpty)
        #expect(refused.errors.contains("operations.sqlite: There is a store already; remove it with"))
        #expect(try program.run("first-version", "--data", few).status != 0)
        #expect(try program.run("answers", "--json").output == before.output)
    }

    @Test func otherConfigurationsHaveNoStoreThatShips() throws {
        let program = try Program()
        defer { program.remove() }
        let together = try program.run("first-version", configuration: "granary-one-file.yaml")
        #expect(together.status != 0 && together.errors.contains("use granary.yaml or granary-leveldb.yaml"))
        let memory = try program.run("first-version", configuration: "granary-memory.yaml")
        #expect(memory.status == 0 && memory.output == "The configuration keeps nothing.\n")
        #expect(program.storeFiles() == [])
    }

    /// Looks at the plan, which changes nothing, migrates, and compares the answers with those of another program.
    private func expectMigration(_ program: Program, _ configuration: String, about data: String) throws {
        for _ in 0..<2 {
            let plan = try program.run("migrate", "--dry-run", configuration: configuration)
            #expect(plan.status == 2, "\(plan.errors)")
            for step in [
                "rename Airport.altitude", "add Flight.isCancelled", "add Plane.design", "add Design",
                "drop Plane.maker", "destinationCode", "Code runs on a copy",
            ] { #expect(plan.output.contains(step), "\(step) is not in:\n\(plan.output)") }
        }
        let migrated = try program.run("migrate", configuration: configuration)
        #expect(migrated.status == 0 && migrated.output.contains("was migrated in"), "\(migrated.errors)")
        let answers = try program.run("answers", "--json", configuration: configuration)
        #expect(answers.status == 0, "\(answers.errors)")
        #expect(try AnswersDocument(json: answers.output) == AnswersDocument(json: Program.check(data)))
        let digest = try program.run("digest", configuration: configuration)
        #expect(digest.output == (try Program.check(data, "--digest")))
    }

    /// The rows of both stores with the names of their models, which no two share.
    private func rows(_ program: Program, _ type: StoreType) throws -> [Set<[String: Value]>] {
        try ["reference", "operations"].map { name in
            let records = try StoredRecords(
                StoreConfiguration(
                    name: name, type: type, location: program.path("data"), file: "\(name).\(type)"),
                backends: [.sqlite, .leveldb])
            defer { records.close() }
            var rows: Set<[String: Value]> = []
            for model in records.models {
                let stream = try records.stream(model)
                while let row = try stream.next() {
                    rows.insert(row.named.merging(["model": .text(model)]) { own, _ in own })
                }
            }
            return rows
        }
    }
}
