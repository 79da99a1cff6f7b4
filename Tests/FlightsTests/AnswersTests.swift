import Flights
import Testing

/// The answers agree with an independent computation in Python, whatever the stores.
@Suite struct AnswersTests {
    @Test(.timeLimit(.minutes(5)), arguments: Program.configurations)
    func agreeWithPython(_ configuration: String) throws {
        let program = try Program()
        defer { program.remove() }
        let answers = try program.run("answers", "--json", configuration: configuration)
        #expect(answers.status == 0, "\(answers.errors)")
        let expected = try AnswersDocument(json: Program.check(Program.january))
        #expect(try AnswersDocument(json: answers.output) == expected)
        #expect(expected.counts["Flight"] == 27_004)

        let digest = try program.run("digest", configuration: configuration)
        #expect(digest.output == (try Program.check(Program.january, "--digest")))
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
