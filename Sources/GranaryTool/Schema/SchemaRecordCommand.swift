import ArgumentParser
import Granary

/// Writes the schema of a release to a file.
struct SchemaRecordCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "record",
            abstract: "Writes the schema of a release to a file.",
            discussion: """
                Record each release, and keep the files with the program's sources: \
                “schema check” then refuses models that stores of a release could not \
                follow. A recorded version does not change; recording the same models \
                again under the same name does nothing.
                """)
    }

    @Argument(help: "The name of the release, such as 1.0.")
    var name: String

    @Option(help: "The folder of recorded schemas.", completion: .directory)
    var folder = "Schemas"

    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let schema = try Program.requiredSchema(
            for: "schema record",
            instead: "what a store holds is written by “schema show STORE --json > NAME.json”.")
        let path = try SchemaHistory.record(schema, as: name, in: folder)
        return ToolAnswer(
            text:
                "Recorded version \(ByteText.short(schema.fingerprint)) of the schema “\(schema.name)” in \(path).",
            document: RecordedDocument(name: name, fingerprint: schema.fingerprint, path: path))
    }
}

/// The document that `schema record --json` prints.
struct RecordedDocument: Codable, Sendable, Equatable {
    var name: String
    var fingerprint: String
    var path: String
}
