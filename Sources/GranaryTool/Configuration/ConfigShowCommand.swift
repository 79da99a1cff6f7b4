import ArgumentParser

/// Prints a configuration with all overrides applied.
struct ConfigShowCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show",
            abstract: "Prints every setting in effect, and where it comes from.",
            discussion: """
                Overlays and the environment count, as in a program: a value comes from a \
                file, named with its line, from a variable (GRANARY_…), or it is a \
                default. Secrets are not shown.
                """)
    }

    @Argument(
        help: "The configuration file: .yaml, .yml or .json; else that of the program.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String?

    @Option(help: "The environment whose overlay beside the file applies.")
    var environment: String?

    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let setup = try await ToolSetup.read(Program.self, file: file, environment: environment)
        let listing = try setup.listing()
        return ToolAnswer(text: listing.text(width: screen.width), document: listing.document)
    }
}
