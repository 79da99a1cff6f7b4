import ArgumentParser
import Granary

/// Compares two schemas and lists the steps that a store would go through.
struct SchemaDiffCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "diff",
            abstract: "Prints the steps from one schema to another.",
            discussion: """
                Nothing is opened for writing. The exit code is 0 when stores need no step, \
                and 2 when they do.
                """)
    }

    @Argument(
        help: "The old schema: a recorded one (NAME.json) or a store.",
        completion: .file(extensions: ["json"]))
    var old: String

    @Argument(
        help: "The new schema: the same; else that of the program's models.",
        completion: .file(extensions: ["json"]))
    var new: String?

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        if new == nil {
            _ = try Program.requiredSchema(
                for: "schema diff", instead: "or name a second schema, recorded or of a store.")
        }
        let source = try await NamedSchema.find(old, of: Program.self, options, screen)
        let target = try await NamedSchema.find(new, of: Program.self, options, screen)
        let difference = try SchemaDifference(from: source, to: target)
        return ToolAnswer(
            text: difference.text(width: screen.width), document: difference.document,
            ending: difference.steps.isEmpty ? .done : .changes)
    }
}
