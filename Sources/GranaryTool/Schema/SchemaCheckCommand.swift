import ArgumentParser
import Granary

/// Checks that the stores of every release can follow the models.
struct SchemaCheckCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Checks that stores of every recorded release can follow.",
            discussion: """
                It refuses a required attribute without a default, a rename that does not \
                say so, a key that others refer to, a missing migration, and data that \
                would be lost without consent. The exit code is 3 then.
                """)
    }

    @Argument(help: "The folder of recorded schemas.", completion: .directory)
    var folder = "Schemas"

    @Option(help: "A step that may lose data, in the words of the plan; repeatable.")
    var consent: [String] = []

    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let schema = try Program.requiredSchema(
            for: "schema check",
            instead: "two recorded schemas are compared by “schema diff OLD.json NEW.json”.")
        let findings = try SchemaHistory.findings(schema, against: folder, consents: Set(consent))
        if findings.isEmpty {
            throw GranaryError(
                .notFound,
                "The folder “\(folder)” has no recorded schema. Record a release by “schema record”.")
        }
        let refused = findings.filter { $0.refusal != nil }
        return ToolAnswer(
            text: text(findings),
            document: CheckDocument(fingerprint: schema.fingerprint, versions: findings),
            ending: refused.isEmpty ? .done : .refused,
            complaint: refused.isEmpty
                ? nil : "Stores of \(refused.count) of \(findings.count) recorded versions cannot follow.")
    }

    private func text(_ findings: [SchemaHistory.Finding]) -> String {
        var table = TextTable(headings: ["Release", "Version", "Can follow"])
        table.rows = findings.map {
            [$0.name, ByteText.short($0.fingerprint), $0.refusal == nil ? "yes" : "no"]
        }
        let reasons = findings.compactMap { finding in
            finding.refusal.map { Screen.clean("\(finding.name): \($0)") }
        }
        return ([table.text] + reasons).joined(separator: "\n\n")
    }
}

/// The document that `schema check --json` prints.
struct CheckDocument: Codable, Sendable, Equatable {
    /// The version of the program's models.
    var fingerprint: String
    var versions: [SchemaHistory.Finding]
}
