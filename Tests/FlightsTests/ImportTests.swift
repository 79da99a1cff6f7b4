import Foundation
import Testing

/// What is imported when, and what an import leaves behind.
@Suite struct ImportTests {
    @Test(.timeLimit(.minutes(5))) func aSecondRunFindsTheData() throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        let first = try program.run("import", "--data", few)
        #expect(first.output.hasPrefix("Imported 4,947 rows, 4 flights among them, in "))
        for second in [try program.run("import"), try program.run("import", "--data", few)] {
            #expect(second.output == "Everything is stored already.\n")
            #expect(second.errors.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(5))) func anInterruptedImportGoesOn() throws {
        let program = try Program()
        defer { program.remove() }
        try program.runAndKill(when: "18 %", "import")
        let rest = try program.run("import")
        let flights = try #require(rest.output.split(separator: " ").dropFirst(3).first)
        #expect(rest.output.contains("flights among them") && flights != "27,004")
        #expect(try program.run("digest").output == Program.check(Program.january, "--digest"))
    }

    @Test(.timeLimit(.minutes(5))) func moreDataComeOnTop() throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        #expect(try program.run("import", "--data", few).output.contains("4 flights among them"))
        #expect(try program.run("digest").output == Program.check(few, "--digest"))
        let more = try program.run("import", "--data", Program.january)
        #expect(more.output.contains("Imported 27,000 rows, 27,000 flights among them"))
        #expect(try program.run("digest").output == Program.check(Program.january, "--digest"))
    }

    @Test func whatOnlyMemoryHeldIsReadAgain() throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        for kept in ["Reference", "Operations"] {
            let text = ["Reference", "Operations", "Session"]
                .map { "\($0): { type: \($0 == kept ? "sqlite" : "memory") }" }.joined(separator: ", ")
            try Data("stores: { \(text) }".utf8).write(to: URL(filePath: program.path("mixed.yaml")))
            let first = try program.run("answers", "--json", "--data", few, configuration: "mixed.yaml")
            let second = try program.run("answers", "--json", "--data", few, configuration: "mixed.yaml")
            #expect(first.output == second.output && first.output.contains("United Air Lines Inc."))
        }
    }

    @Test func dataThatStopInTheMiddleDoNotLookComplete() throws {
        let program = try Program()
        defer { program.remove() }
        let line = Sample.lines[1]
        let many = (1...5_100).map { line.replacing(",1545,", with: ",\(10_000 + $0),") }
        let broken = try program.data("broken", flights: [Sample.header] + many + ["2013,1,1"])
        let failed = try program.run("import", "--data", broken)
        #expect(failed.status != 0)
        #expect(
            failed.errors.contains("flights.csv, line 5102: There are 3 fields where 19 columns are named."))

        let answers = try program.run("answers")
        #expect(answers.status != 0 && answers.output.isEmpty)
        #expect(answers.errors.contains("The import of these 5101 flights was interrupted"))
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["granary.yaml", "granary-one-file.yaml"])
    func resetLeavesNoFile(_ configuration: String) throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        #expect(try program.run("import", "--data", few, configuration: configuration).status == 0)
        #expect(!program.storeFiles().isEmpty)
        let reset = try program.run("reset", configuration: configuration)
        #expect(reset.status == 0 && reset.output.contains("Destroyed "))
        #expect(program.storeFiles() == [])
        #expect(
            try program.run("reset", configuration: configuration).output == "There is nothing to destroy.\n")
        #expect(
            try program.run("import", "--data", few, configuration: configuration).output.contains(
                "4 flights"))
    }

    @Test func optionsStandBeforeOrAfterTheSubcommand() throws {
        let program = try Program()
        defer { program.remove() }
        let few = try program.data("few", flights: Sample.lines)
        let configuration = program.path("granary-memory.yaml")
        let digest = try Program.check(few, "--digest")
        for arguments in [
            ["digest", "--data", few, "--config", configuration],
            ["--data", few, "digest", "--config", configuration],
            ["--config", configuration, "--data", few, "digest"],
        ] {
            #expect(try Program.run(Program.executable, arguments).output == digest, "\(arguments)")
        }
    }
}
