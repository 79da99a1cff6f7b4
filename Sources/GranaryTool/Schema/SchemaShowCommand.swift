import ArgumentParser
import Granary

/// Prints a schema.
struct SchemaShowCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show",
            abstract: "Prints models, properties and relationships.",
            discussion: "The JSON has the form of a recorded schema, so it can be compared later.")
    }

    @Argument(
        help: "A recorded schema (NAME.json) or a store.", completion: .file(extensions: ["json"]))
    var schema: String?

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await NamedSchema.find(schema, of: Program.self, options, screen)
        return ToolAnswer(
            text: SchemaListing(found, width: screen.width).text,
            document: SchemaHistory.Version(name: found.name, schema: found.schema))
    }
}
