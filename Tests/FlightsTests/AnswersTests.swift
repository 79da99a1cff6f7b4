import Flights
import Testing

/// The answers agree with an independent computation in Python, whatever the stores.
@Suite struct AnswersTests {
    @Test(.timeLimit(.minutes(5)), arguments: Program.configurations)
    func agreeWithPython(_ configuration: String) throws {
        try expectAgreement(of: configuration, about: Program.january, flights: 27_004)
    }

    /// The whole year, where a variable names its data: `make test-year`.
    @Test(.enabled(if: Program.year != nil), .timeLimit(.minutes(30)), arguments: Program.configurations)
    func agreeWithPythonAboutTheYear(_ configuration: String) throws {
        let year = try #require(Program.year)
        try expectAgreement(of: configuration, about: year, flights: 336_776)
    }

    private func expectAgreement(of configuration: String, about data: String, flights: Int) throws {
        let program = try Program()
        defer { program.remove() }
        let source = data == Program.january ? [] : ["--data", data]
        let answers = try program.run(["answers", "--json"] + source, configuration: configuration)
        #expect(answers.status == 0, "\(answers.errors)")
        let expected = try AnswersDocument(json: Program.check(data))
        #expect(try AnswersDocument(json: answers.output) == expected)
        #expect(expected.counts["Flight"] == flights)

        let digest = try program.run(["digest"] + source, configuration: configuration)
        #expect(digest.output == (try Program.check(data, "--digest")))
        let withoutFiles = ["granary-memory.yaml", "granary-postgresql.yaml"]
        #expect(program.storeFiles().isEmpty == withoutFiles.contains(configuration))
    }

    @Test func areTheSameTextFromEveryStore() throws {
        let program = try Program()
        defer { program.remove() }
        let data = try program.data("few", flights: Sample.lines)
        let texts = try Program.configurations.map { configuration in
            try program.run("answers", "--json", "--data", data, configuration: configuration).output
        }
        #expect(Set(texts).count == 1 && texts[0].contains("\"counts\""))
    }
}
